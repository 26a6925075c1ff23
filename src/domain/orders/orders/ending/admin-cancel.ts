import { retryOnStale } from '#db/commit.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { recordAct } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { requestRefund } from '#domain/orders/refunds/of-orders/request-refund.ts'
import { fail } from '#kernel/failure.ts'
import { FULFILMENT_MS } from '../clock/due.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { orderCancelled } from '../notices.ts'
import { returnGoods } from '../outcomes/return-after-staff-cancel.ts'
import { findOrder, type OrderFile, wasPaid } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

/**
 * Staff cancel any order; a cancelled one is answered as it is. No money moves by itself: what is in escrow becomes a refund
 * in REQUESTED, which an ADMIN sends (docs/money.md, Refunds). 404; 403 for one that they buy, sell or carry.
 */
export async function adminCancelOrder(
  ctx: Ctx,
  id: string,
  { reason }: { reason?: string | undefined },
): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (!order) fail('NOT_FOUND')
    refuseOwnThing(ctx, order.buyerId, order.sellerProfileId, order.delivery?.riderId)
    if (order.status === 'CANCELLED') return order

    const set = {
      cancellationReason: reason ?? null,
      cancelledBy: 'STAFF',
      holdEndsAt: null,
      dueAt: comesBackBy(ctx, order),
    } as const
    const facts = { number: order.number, reason }
    return commitOrder(ctx, id, [
      ...transition(ctx, orderMachine, order, 'cancelByStaff', { reason, set }),
      ...returnGoods(ctx, order),
      ...requestRefund(ctx, order, reason).writes,
      recordAct(ctx, 'order.cancel', order.id, { from: order.status, reason: reason ?? null }),
      ...notify(ctx, order.buyerId, orderCancelled, facts),
      ...(wasPaid(order) ? notify(ctx, order.sellerUserId, orderCancelled, facts) : []),
    ])
  })
  return viewOrder(ctx, changed)
}

/** When to look for the parcel of an order that is on the road; one that its rider has brought back keeps its clock. */
function comesBackBy(ctx: Ctx, { status, delivery, dueAt }: OrderFile): number | null {
  if (!ORDER_STATES.onRoad.has(status)) return null
  return delivery?.status === 'RETURNED' ? dueAt : ctx.now + FULFILMENT_MS
}
