import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import { cancelDelivery } from '../delivery/cancel.ts'
import type { OrderFile } from './queries.ts'
import { releaseHold, returnStock } from './stock.ts'

/** The stock comes back at once, except for goods that are on the road: they come back with the rider. */
export function returnGoods(ctx: Ctx, order: OrderFile): Write[] {
  const delivery = cancelDelivery(ctx, order)
  switch (order.status) {
    case 'PENDING_PAYMENT':
      return [releaseHold(ctx, order.id)]
    case 'OUT_FOR_DELIVERY':
    case 'RETURNING':
      return delivery
    case 'REJECTED':
      return []
    default:
      return [...delivery, ...returnStock(ctx, order)]
  }
}
