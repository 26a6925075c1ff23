import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type ModerationEvent, moderationEvents } from '#db/schema/core/moderation.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { nextStatus, revise } from '#domain/core/machine.ts'
import { productMachine } from '../products/machine.ts'
import type { ProductRow } from '../products/queries.ts'
import { refreshVisibility } from '../products/visibility.ts'
import { productModeration } from './machine.ts'

/** The reason of a decision: in words, and by a code of staff. */
export type Why = { reason?: string | undefined; reasonCode?: string | undefined }

/** The present mode, which a product keeps when it becomes PENDING. */
export const modeNow = sql`coalesce((SELECT ms.mode FROM moderation_settings ms WHERE ms.id = 1), 'POST')`

/**
 * The writes that move a product in moderation, with its visibility (docs/states.md, Moderation). The product's version is the lock, as for
 * its other changes.
 * @throws 409 INVALID_TRANSITION
 */
export function moderate(ctx: Ctx, product: ProductRow, event: ModerationEvent, why: Why = {}): Write[] {
  return [
    ...revise(ctx, productMachine, product, 'moderate', {
      reason: why.reason,
      set: columnsAfter(product, event),
    }),
    recordModeration(ctx, product, event, why),
    ...refreshVisibility(ctx, product.sellerProfileId),
  ]
}

/** The columns of a product after a move of moderation. */
export function columnsAfter({ moderationStatus }: ProductRow, event: ModerationEvent) {
  const to = nextStatus(productModeration, moderationStatus, event)
  const isPending = to === 'PENDING'
  return {
    moderationStatus: to,
    ...(isPending && { moderationMode: modeNow, approvedBefore: false }),
  }
}

/** The row of history of a move of moderation, for a commit that writes the product's next version. */
export const recordModeration = (
  ctx: Ctx,
  { id, version, moderationStatus }: ProductRow,
  event: ModerationEvent,
  { reason, reasonCode }: Why = {},
): Write =>
  ctx.db.insert(moderationEvents).values({
    thingId: id,
    version: version + 1,
    thing: 'product',
    event,
    fromStatus: moderationStatus,
    toStatus: nextStatus(productModeration, moderationStatus, event),
    reasonCode: reasonCode ?? null,
    reason: reason ?? null,
    actorId: personOf(ctx)?.id ?? null,
    at: ctx.now,
  })
