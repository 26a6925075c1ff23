import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { POST_STATUSES, posts } from '#db/schema/office/posts.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { postFields } from './fields.ts'
import { selectHeads } from './queries.ts'
import { viewPostHead } from './view.ts'

export const ListStaffPosts = z.strictObject({
  ...f.pageQuery,
  status: z.enum(POST_STATUSES).optional(),
  locale: postFields.locale.optional(),
})

/** Lists posts in every state for staff, the newest first, without the texts (docs/states.md, Post). */
export async function listStaffPosts(ctx: Ctx, { status, locale, ...page }: z.output<typeof ListStaffPosts>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectHeads(ctx)
      .where(and(status && eq(posts.status, status), locale && eq(posts.locale, locale)))
      .orderBy(desc(posts.createdAt), desc(posts.id)),
    totalOf(ctx.db, counterName('posts', { status, locale })),
  )
  return { posts: rows.map((post) => viewPostHead(ctx, post)), pagination }
}
