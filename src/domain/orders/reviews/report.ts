import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { isShownReview, REVIEW_REPORT_REASONS } from '#db/schema/orders/reviews.ts'
import { selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { REPORTS_A_DAY } from '#kernel/limits.ts'
import { iso } from '#kernel/time.ts'
import { buyerReviewMachine } from './machine.ts'
import { selectReviews } from './queries.ts'
import type { ReviewReportView } from './view.ts'

export const ReportReview = z.strictObject({
  reasonCode: z.enum(REVIEW_REPORT_REASONS),
  comment: f.prose(1, 1000).optional(),
})

/**
 * Tells staff about a visible review of a product or shop, which nobody sees until they decide (docs/states.md, Reviews).
 * @throws 403 for the caller's own; 404; 409 INVALID_TRANSITION if staff approved it as it is; 429
 */
export const reportReview = (
  ctx: Ctx,
  id: string,
  { reasonCode, comment }: z.output<typeof ReportReview>,
): Promise<z.output<typeof ReviewReportView>> =>
  retryOnStale(async () => {
    const quota = dayQuota(ctx, 'review-reports', REPORTS_A_DAY)
    const [[review], [made]] = await readTogether(
      ctx.db,
      selectReviews(ctx, sql`reviews.id = ${id} AND ${isShownReview('reviews')} AND reviews.target_type <> 'RIDER'`),
      selectTries(ctx, quota),
    )
    if (!review) fail('NOT_FOUND')
    if (review.authorId === actorOf(ctx).id)
      fail('FORBIDDEN', { message: 'Vous ne pouvez pas signaler votre propre avis.' })
    if (review.decidedAt !== null)
      fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: "L'équipe a déjà examiné cet avis, et l'a approuvé." })
    requireLeft(ctx, quota, made)
    const set = { reportedBy: actorOf(ctx).id, reportReason: reasonCode, reportComment: comment ?? null }
    await commit(ctx, [
      requireActiveActor(ctx),
      ...withinDay(ctx, quota),
      ...transition(ctx, buyerReviewMachine, review, 'report', { set }),
    ])
    return { reviewId: id, reasonCode, comment: comment ?? null, createdAt: iso(ctx.now) }
  })
