import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import { GATEWAYS } from '../../../providers/gateways.ts'
import type { Ctx } from '../../core/context.ts'
import { revise } from '../../core/machine.ts'
import { isOutOfFunds } from '../../money/gateways/out-of-funds.ts'
import { send } from '../../money/gateways/send.ts'
import { orderMachine } from '../orders/machine.ts'
import { findOrder, type OrderFile } from '../orders/queries.ts'
import { tellRefundUnderWay } from '../orders/refund-under-way.ts'
import { requireLeft, requireRefundable } from '../orders/refund-whole.ts'
import { decideOwnPurchase } from './own-order.ts'
import { startPaymentRefund } from './payment.ts'
import type { RefundRow, Try } from './row.ts'
import { refundable, startRefund } from './start.ts'
import { isSurplus, startSurplusTry } from './surplus.ts'

/** The next try of a refund that waits or failed: what it moves, and the call it asks for. 404, 409 */
export async function startTry(ctx: Ctx, refund: RefundRow): Promise<Try> {
  if (isSurplus(refund)) return startSurplusTry(ctx, refund)
  if (refund.subscriptionPaymentId !== null) return startPaymentRefund(ctx, refund)
  return startOrderTry(ctx, (await findOrder(ctx, refund.orderId)) ?? fail('NOT_FOUND'), refund)
}

/** What sending a try says of whoever sends it: nobody decides about their own purchase. */
export const decideTry = (ctx: Ctx, { id, orderId, subscriptionPaymentId, attempt }: RefundRow, next: Try) =>
  decideOwnPurchase(ctx, next.purchase, `${id}:${attempt + 1}`, {
    ...{ what: next.what, refundId: id },
    ...(subscriptionPaymentId === null && { orderId }),
  })

/** The same where the order is read, and its version held: it goes on, and ends by its refund once that has succeeded. */
export function startOrderTry(ctx: Ctx, order: OrderFile, refund: RefundRow): Try {
  requireRefundable(order)
  requireLeft(order, refund.amountMinor)
  const { intent, writes } = startRefund(ctx, order, refund)
  if (!intent) fail('CONFLICT', 'INVALID_TRANSITION')
  const isWhole = refund.amountMinor === refundable(order)
  const isHeld = order.status !== 'CANCELLED' && order.status !== 'REJECTED'
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

/** What a try gives back, of an order. */
export const orderGivenBack = (order: OrderFile) => ({
  purchase: { buyerId: order.buyerId },
  what: `remboursement de ${order.number}`,
  state: order.status,
})

/**
 * Makes the call of a try whose commit is done.
 * @throws 400 if its operator refused at once; 409 INSUFFICIENT_BALANCE if our wallet at the gateway does not have it. The refund is FAILED then, and nothing moved
 */
export async function sendTry(ctx: Ctx, intent: GatewayTransaction): Promise<void> {
  const sent = await send(ctx, intent)
  if (sent.status !== 'failed') return
  if (isOutOfFunds(sent)) {
    fail('CONFLICT', {
      reason: 'INSUFFICIENT_BALANCE',
      message: "Le solde chez l'opérateur est insuffisant. Rien n'a été rendu.",
    })
  }
  fail(GATEWAYS[sent.gateway].refused.refund)
}
