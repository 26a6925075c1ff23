import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { revise } from '../../core/machine.ts'
import { send } from '../../money/gateways/send.ts'
import { orderMachine } from '../orders/machine.ts'
import { findOrder, type OrderFile } from '../orders/queries.ts'
import { tellRefundUnderWay } from '../orders/refund-under-way.ts'
import { requireLeft, requireRefundable } from '../orders/refund-whole.ts'
import { startPaymentRefund } from './payment.ts'
import type { RefundRow, Started } from './row.ts'
import { refundable, startRefund } from './start.ts'
import { getSurplusPayin, isSurplus, startSurplus } from './surplus.ts'

/** The next try of a refund that waits or failed: what it moves, and the call it asks for. 404, 409 */
export async function startTry(ctx: Ctx, refund: RefundRow): Promise<Started> {
  if (isSurplus(refund)) return startSurplus(ctx, refund, await getSurplusPayin(ctx, refund))
  if (refund.subscriptionPaymentId !== null) return startPaymentRefund(ctx, refund)
  return startOrderTry(ctx, (await findOrder(ctx, refund.orderId)) ?? fail('NOT_FOUND'), refund)
}

/** The same where the order is read, and its version held: it goes on, and ends by its refund once that has succeeded. */
export function startOrderTry(ctx: Ctx, order: OrderFile, refund: RefundRow): Started {
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
  }
}

/**
 * Makes the call of a try whose commit is done.
 * @throws 400 MBIYOPAY_PAYOUT_FAILED or PAWAPAY_REFUND_REJECTED where its operator refused at once; 409 INSUFFICIENT_BALANCE
 *   where gateway A does not have it. The refund is FAILED then, and nothing moved
 */
export async function sendTry(ctx: Ctx, intent: GatewayTransaction): Promise<void> {
  const { status, gateway, failureCode } = await send(ctx, intent)
  if (status !== 'failed') return
  if (failureCode === 'PAWAPAY_WALLET_OUT_OF_FUNDS') {
    fail('CONFLICT', {
      reason: 'INSUFFICIENT_BALANCE',
      message: "Le solde chez l'opérateur est insuffisant. Rien n'a été rendu.",
    })
  }
  fail(gateway === 'A' ? 'PAWAPAY_REFUND_REJECTED' : 'MBIYOPAY_PAYOUT_FAILED')
}
