import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { BUYER_REVIEW_STATUSES, reviews } from '#db/schema/orders/reviews.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectReviews } from './queries.ts'
import { viewStaffReview } from './view.ts'

export const ListReviewsForStaff = z.strictObject({
  ...f.pageQuery,
  status: z.enum(BUYER_REVIEW_STATUSES).optional(),
})

/** Lists the reviews in one state for staff, the newest first; without `status` those that wait for a decision. */
export async function listReviewsForStaff(
  ctx: Ctx,
  { status = 'PENDING', ...page }: z.output<typeof ListReviewsForStaff>,
) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectReviews(ctx, sql`reviews.status = ${status}`).orderBy(desc(reviews.id)),
    totalOf(ctx.db, counterName('reviews', { status })),
  )
  return { reviews: rows.map((row) => viewStaffReview(ctx, row)), pagination }
}
