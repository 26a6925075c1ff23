import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { posts } from '#db/schema/office/posts.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { postFields } from './fields.ts'
import { selectHeads } from './queries.ts'
import { viewPublicHead } from './view.ts'

export const ListPosts = z.strictObject({ ...f.pageQuery, locale: postFields.locale.optional() })

/** Lists the published posts, the latest published first, without the texts (docs/states.md, Post). */
export async function listPosts(ctx: Ctx, { locale, ...page }: z.output<typeof ListPosts>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectHeads(ctx)
      // The literal status, so that SQLite can use the partial indexes.
      .where(locale === undefined ? sql`status = 'PUBLISHED'` : sql`status = 'PUBLISHED' AND locale = ${locale}`)
      .orderBy(desc(posts.publishedAt), desc(posts.id)),
    totalOf(ctx.db, counterName('posts', { status: 'PUBLISHED', locale })),
  )
  return { posts: rows.map((post) => viewPublicHead(ctx, post)), pagination }
}
