import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { reviews } from '#db/schema/orders/reviews.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectReviews } from './queries.ts'
import { viewOwnReview } from './view.ts'

export const ListMyReviews = z.strictObject(f.pageQuery)

/** Lists the reviews of the caller, in every state, the newest first. */
export async function listMyReviews(ctx: Ctx, page: z.output<typeof ListMyReviews>) {
  const authorId = actorOf(ctx).id
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectReviews(ctx, sql`reviews.author_id = ${authorId}`).orderBy(desc(reviews.id)),
    totalOf(ctx.db, counterName('reviewsOfAuthor', { authorId })),
  )
  return { reviews: rows.map((row) => viewOwnReview(ctx, row)), pagination }
}
