import type { Write } from '#db/client.ts'
import { moderationEvents } from '#db/schema/core/moderation.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { nextStatus } from '#domain/core/machine.ts'
import type { Shop } from '../shops/view.ts'
import { shopReview } from './machine.ts'

type Event = keyof typeof shopReview.events

/**
 * The columns of a shop after a move of its review.
 * @throws 409 INVALID_TRANSITION for a move that the table does not have
 */
export const reviewAfter = ({ reviewStatus }: Shop, event: Event, reason?: string) => ({
  reviewStatus: nextStatus(shopReview, reviewStatus, event),
  reviewReason: reason ?? null,
})

/** The row of history of a move of the review, for a commit that writes the shop's next version, which is the lock. */
export const recordReview = (ctx: Ctx, shop: Shop, event: Event, reason?: string): Write =>
  ctx.db.insert(moderationEvents).values({
    thingId: shop.id,
    version: shop.version + 1,
    thing: 'shop',
    event,
    fromStatus: shop.reviewStatus,
    toStatus: nextStatus(shopReview, shop.reviewStatus, event),
    reason: reason ?? null,
    actorId: personOf(ctx)?.id ?? null,
    at: ctx.now,
  })
