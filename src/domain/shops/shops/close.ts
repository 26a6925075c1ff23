import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { hasOpenOrders, refreshVisibility } from '../above.ts'
import { closing } from './closing.ts'
import { getOwnShop } from './queries.ts'

const SHOP_HAS_OPEN_ORDERS = guard('SHOP_HAS_OPEN_ORDERS', 'CONFLICT', {
  reason: 'IN_USE',
  message: 'Des commandes de cette boutique sont encore en cours. Terminez-les avant de la fermer.',
})

/**
 * Closes a shop for good: its place in the plan is free, and its products are archived; its sales stay (docs/states.md, Shop). An order at
 * the same moment comes before, or finds the shop closed.
 * @throws 404; 409 IN_USE while an order is open, INVALID_TRANSITION for a closed one
 */
export const closeShop = (ctx: Ctx, id: string): Promise<{ deleted: true }> =>
  retryOnStale(async () => {
    const shop = await getOwnShop(ctx, id)
    await commit(ctx, [
      requireActiveActor(ctx),
      ...closing(ctx, shop),
      abortWhen(ctx.db, SHOP_HAS_OPEN_ORDERS, hasOpenOrders(id)),
      ...refreshVisibility(ctx, shop.sellerProfileId),
    ])
    return { deleted: true }
  })
