import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { CASH } from '#domain/money/ledger/accounts.ts'
import { CONFIRMATION_MS } from '#domain/orders/orders/clock/due.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { findOrder, fromPaying, type OrderFile } from '#domain/orders/orders/queries.ts'
import { formatMoney } from '#kernel/format.ts'
import { endFailed } from '../attempts/record.ts'
import { refundMachine } from '../machine.ts'
import { REFUND_FAILED, REFUND_UNNEEDED } from '../matters.ts'
import { settlePaymentRefund } from '../of-subscriptions/settle-payment-refund.ts'
import { partsOfAmount } from '../owed-to-buyer.ts'
import { selectRefund } from '../queries.ts'
import type { RefundRow } from '../refund.ts'
import { settleSurplus } from '../surplus/settle-surplus.ts'
import { isSurplus, SURPLUS_TAKEN_BACK } from '../surplus/surplus.ts'
import { bookRefundSucceeded } from './book-refund-succeeded.ts'
import { creditAfterFailure } from './credit-after-failure.ts'
import { bookSecondSucceeded, creditApart } from './second-payin.ts'
import { owedAfterFailure, sendRest } from './send-rest.ts'

/** The payment is taken back at the same time: the verdict is read again. */
const PAYMENT_REVERSED = guard('PAYMENT_REVERSED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** Settles a refund by its operator's verdict: the buyer has the money, or it goes back where it came from. */
export async function settleRefund(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed' | 'expired',
): Promise<Write[]> {
  const [refund] = await selectRefund(ctx, tx.subjectId)
  if (refund?.status !== 'PROCESSING' || verdict === 'expired') return []
  if (isSurplus(refund)) return settleSurplus(ctx, refund, tx, verdict)
  if (refund.subscriptionPaymentId !== null) return settlePaymentRefund(ctx, refund, tx, verdict)
  const order = await findOrder(ctx, refund.orderId)
  if (!order) return []
  if (verdict === 'succeeded') return hasIt(ctx, refund, order, tx)
  return (await isTakenBack(ctx, refund, order)) ? intoCash(ctx, refund, order, tx) : givenUp(ctx, refund, order, tx)
}

const hasIt = (ctx: Ctx, refund: RefundRow, order: OrderFile, tx: GatewayTransaction, to?: string): Write[] =>
  refund.payinId === null
    ? [...bookRefundSucceeded(ctx, refund, order, tx, { to }), ...sendRest(ctx, order, refund)]
    : bookSecondSucceeded(ctx, refund, order, tx, to)

/** Whether the operator took back, meanwhile, the payment that this refund gives back. */
async function isTakenBack(ctx: Ctx, { payinId }: RefundRow, { paidBy }: OrderFile): Promise<boolean> {
  if (payinId === null) return paidBy?.isTakenBack === true
  const [payin] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, payinId))
  return payin?.status === 'reversed'
}

/** SQL: the operator took the payment of the refund `s` back, so that nothing more of it is sent. */
export const IS_TAKEN_BACK = sql`iif(s.payin_id IS NULL, (SELECT g.status ${fromPaying('s.order_id')}),
  (SELECT iif(${SURPLUS_TAKEN_BACK}, 'reversed', g.status) FROM gateway_transactions g WHERE g.id = replace(s.payin_id, 'surplus:', ''))) IS 'reversed'`

/** Books a refund that did not arrive and need not: the buyer has the money from the operator, and our cash had paid for that. */
function intoCash(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: GatewayTransaction): Write[] {
  const sent = tx.currency === refund.currency ? { ...tx, amountMinor: refund.amountMinor } : tx
  return [
    ...hasIt(ctx, refund, order, sent, CASH),
    openIncident(ctx, {
      ref: refOf(REFUND_UNNEEDED, tx.id),
      severity: 'HIGH',
      orderId: order.id,
      refundId: refund.id,
      title: 'Remboursement refusé, et paiement déjà repris',
      description: `${order.number} : ${formatMoney(sent)} n'ont pas pu être rendus, mais l'opérateur avait repris le paiement. Le remboursement ${refund.id} est conclu, et la somme revient à notre caisse.`,
    }),
  ]
}

function givenUp(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: GatewayTransaction): Write[] {
  const isOwn = refund.payinId === null
  const payinId = refund.payinId ?? order.paidBy?.id ?? null
  const reversed = sql`EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${payinId} AND g.status = 'reversed')`
  const due = isOwn ? owedAfterFailure(order, refund) : undefined
  const set = due ? partsOfAmount(order, due) : {}
  return [
    abortWhen(ctx.db, PAYMENT_REVERSED, reversed),
    ...transition(ctx, refundMachine, refund, 'fail', { set }),
    endFailed(ctx, refund, tx),
    ...(isOwn ? [...creditAfterFailure(ctx, order, refund), ...asBefore(ctx, order)] : creditApart(ctx, refund)),
    openIncident(ctx, {
      ref: refOf(REFUND_FAILED, tx.id),
      severity: 'HIGH',
      orderId: order.id,
      refundId: refund.id,
      title: 'Remboursement refusé par un opérateur',
      description: `${order.number} : ${formatMoney(refund)} n'ont pas pu être rendus (${tx.failureCode ?? 'sans motif'}). Remboursement ${refund.id} : ${isOwn ? 'à renvoyer ou à refuser' : 'second paiement de la commande, à renvoyer'}.`,
    }),
  ]
}

/** The order and its clock as they were before the refund began; what left the shop unsold before it stays cancelled. */
function asBefore(ctx: Ctx, order: OrderFile): Write[] {
  if (order.status !== 'REFUNDED') return revise(ctx, orderMachine, order, 'refundFailed', {})
  if (order.reachedAt.COMPLETED !== undefined) return transition(ctx, orderMachine, order, 'reinstate')
  const set = { dueAt: (order.reachedAt.DELIVERED ?? ctx.now) + CONFIRMATION_MS }
  return transition(ctx, orderMachine, order, 'reopen', { set })
}
