import { and, eq, sql } from 'drizzle-orm'
import { BUYER_REVIEW_STATES, reviews } from '#db/schema/orders/reviews.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type ReviewRow, selectReviews } from './queries.ts'

/** Time in which an author may change or delete a review, in ms. */
const EDITABLE_MS = 7 * DAY_MS

export const selectOwnReview = (ctx: Ctx, id: string) =>
  selectReviews(ctx, sql`${and(eq(reviews.id, id), eq(reviews.authorId, actorOf(ctx).id))}`)

/**
 * Requires a review of the caller that they may still change.
 * @throws 404; 409 INVALID_TRANSITION after 7 days, after an answer, and once staff or a refund hid it
 */
export function requireEditable(ctx: Ctx, review: ReviewRow | undefined): ReviewRow {
  if (!review) fail('NOT_FOUND')
  const message =
    !BUYER_REVIEW_STATES.editable.has(review.status) || review.annulled
      ? 'Cet avis est caché : il ne change plus.'
      : review.answer !== null
        ? 'La boutique a répondu à cet avis : il ne change plus.'
        : review.createdAt + EDITABLE_MS <= ctx.now
          ? 'Un avis change dans les 7 jours.'
          : undefined
  if (message) fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
  return review
}
