import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { tellRefundUnderWay } from '#domain/orders/orders/outcomes/refund-under-way.ts'
import { requireLeft, requireRefundable } from '#domain/orders/orders/outcomes/refund-whole.ts'
import { findOrder, type OrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import { startRefund } from '../of-orders/send-refund.ts'
import { startPaymentRefund } from '../of-subscriptions/refund-payment.ts'
import { refundable } from '../owed-to-buyer.ts'
import { decideOwnPurchase } from '../own-purchase.ts'
import type { NextAttempt, RefundRow } from '../refund.ts'
import { startSurplusAttempt } from '../surplus/send-surplus.ts'
import { isSurplus } from '../surplus/surplus.ts'

/** The next try of a refund that waits or failed: what it moves, and the call it asks for. 404, 409 */
export async function startNextAttempt(ctx: Ctx, refund: RefundRow): Promise<NextAttempt> {
  if (isSurplus(refund)) return startSurplusAttempt(ctx, refund)
  if (refund.subscriptionPaymentId !== null) return startPaymentRefund(ctx, refund)
  return startOrderAttempt(ctx, (await findOrder(ctx, refund.orderId)) ?? fail('NOT_FOUND'), refund)
}

/** Refuses to send a refund of the sender's own purchase; if the only administrator sends it, an incident says so. */
export const decideAttempt = (
  ctx: Ctx,
  { id, orderId, subscriptionPaymentId, attempt }: RefundRow,
  next: NextAttempt,
) =>
  decideOwnPurchase(ctx, next.purchase, `${id}:${attempt + 1}`, {
    ...{ what: next.what, refundId: id },
    ...(subscriptionPaymentId === null && { orderId }),
  })

/** Begins the next attempt for an order that was read, and holds its version: the order goes on until the refund has succeeded. */
export function startOrderAttempt(ctx: Ctx, order: OrderFile, refund: RefundRow): NextAttempt {
  requireRefundable(order)
  requireLeft(order, refund.amountMinor)
  const { intent, writes } = startRefund(ctx, order, refund)
  if (!intent) fail('CONFLICT', 'INVALID_TRANSITION')
  const isWhole = refund.amountMinor === refundable(order)
  const isHeld = !ORDER_STATES.unsold.has(order.status)
  return {
    intent,
    writes: [
      ...revise(ctx, orderMachine, order, 'refundStarted', {}),
      ...(isWhole && isHeld ? tellRefundUnderWay(ctx, order) : []),
      ...writes,
    ],
    ...orderGivenBack(order),
  }
}

/** The order that an attempt gives back, for its decision. */
export const orderGivenBack = (order: OrderFile) => ({
  purchase: { buyerId: order.buyerId },
  what: `remboursement de ${order.number}`,
  state: order.status,
})
