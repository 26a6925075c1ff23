import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { cancelDelivery } from '#domain/orders/delivery/cancel.ts'
import type { OrderFile } from '../queries.ts'
import { releaseStock, returnStock } from '../stock.ts'

/** Stock comes back with its goods: at once if they are still in the shop, else when the seller has them again. */
export function returnGoods(ctx: Ctx, order: OrderFile): Write[] {
  const delivery = cancelDelivery(ctx, order)
  switch (order.status) {
    case 'PENDING_PAYMENT':
      return [releaseStock(ctx, order.id)]
    case 'OUT_FOR_DELIVERY':
    case 'RETURNING':
      return delivery
    case 'DELIVERED':
    case 'COMPLETED':
    case 'REFUNDED':
      return delivery
    case 'REJECTED':
      return []
    case 'PENDING_SELLER_REVIEW':
    case 'ACCEPTED':
    case 'PREPARING':
    case 'READY_FOR_PICKUP':
    case 'CANCELLED':
      return [...delivery, ...returnStock(ctx, order)]
  }
}
