import { retryOnStale } from '#db/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { handoverCode } from '#domain/orders/delivery/handover-code.ts'
import { openDelivery } from '#domain/orders/delivery/open.ts'
import { fail } from '#kernel/failure.ts'
import { FULFILMENT_MS } from '../clock/due.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { orderReady } from '../notices.ts'
import { unlessRefunding } from '../outcomes/refund-under-way.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

/**
 * The goods are ready: with DELIVERY a job opens for the riders, and the seller gets the code that the rider must show;
 * with PICKUP the buyer comes with a code of their own (docs/states.md, Order). 404, 409.
 */
export function readyOrder(ctx: Ctx, id: string): Promise<OrderView> {
  return retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    nextStatus(orderMachine, order.status, 'ready')
    const isDelivered = order.fulfillmentMethod === 'DELIVERY'
    const moved = await commitOrder(ctx, id, [
      unlessRefunding(ctx, id),
      ...transition(ctx, orderMachine, order, 'ready', { set: { dueAt: ctx.now + FULFILMENT_MS } }),
      ...(isDelivered ? openDelivery(ctx, order) : []),
      ...notify(ctx, order.buyerId, orderReady, { number: order.number }),
    ])
    return viewOrder(ctx, moved, isDelivered ? { pickupCode: await handoverCode(ctx, 'pickup', id) } : {})
  })
}
