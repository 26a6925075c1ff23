import type { Write } from '#db/client.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { allows, nextStatus, revise } from '#domain/core/machine.ts'
import { shopReview } from '../reviews/machine.ts'
import { recordReview, reviewAfter } from '../reviews/move.ts'
import type { columnsOf } from './fields.ts'
import { shopMachine } from './machine.ts'
import type { Shop } from './view.ts'

type Changes = ReturnType<typeof columnsOf> & { logoKey?: string | null; bannerKey?: string | null }

/**
 * The writes of an edit by the owner. If name, description, logo or banner change, the shop goes back to review, whatever staff had decided
 * (docs/states.md, Shop).
 * @throws 409 INVALID_TRANSITION for a closed shop
 */
export function editShop(ctx: Ctx, shop: Shop, set: Changes, changesReviewed: boolean): Write[] {
  nextStatus(shopMachine, shop.status, 'edit')
  const isToReview = changesReviewed && allows(shopReview, shop.reviewStatus, 'edit')
  return [
    requireActiveActor(ctx),
    ...withinEdits(ctx),
    ...revise(ctx, shopMachine, shop, 'edit', { set: { ...set, ...(isToReview && reviewAfter(shop, 'edit')) } }),
    ...(isToReview ? [recordReview(ctx, shop, 'edit')] : []),
  ]
}
