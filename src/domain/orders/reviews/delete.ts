import { eq, sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import { reviewImages, reviews } from '#db/schema/orders/reviews.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { revise } from '#domain/core/machine.ts'
import { buyerReviewMachine } from './machine.ts'
import { requireEditable, selectOwnReview } from './own.ts'

/**
 * Deletes a review of the caller with its pictures: the order may be reviewed anew (docs/states.md, Reviews).
 * @throws 404, 409 INVALID_TRANSITION, 429
 */
export async function deleteReview(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await retryOnStale(async () => {
    const [found] = await selectOwnReview(ctx, id)
    const review = requireEditable(ctx, found)
    await commit(ctx, [
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      ...revise(ctx, buyerReviewMachine, review, 'delete', {}),
      queueFileRemoval(ctx, sql`SELECT g.key FROM review_images g WHERE g.review_id = ${id}`),
      ctx.db.delete(reviewImages).where(eq(reviewImages.reviewId, id)),
      ctx.db.delete(reviews).where(eq(reviews.id, id)),
    ])
    if (review.images.length > 0) ctx.later(() => removeFiles(ctx))
  })
  return { deleted: true }
}
