import { readTogether, type Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { revise } from '#domain/core/machine.ts'
import { CASH, clearingOf } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { phoneGets } from '#domain/orders/orders/payins/through-gateway.ts'
import { findOrder, type OrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'
import { refundMachine } from '../machine.ts'
import { REFUND_RETURNED, REFUND_TWICE } from '../matters.ts'
import { bookWithoutCall, payFromCash } from '../of-orders/book-without-call.ts'
import { existingRefund, makeRefundOfOrder } from '../of-orders/make-refund-of-order.ts'
import { bookSecondWithoutCall } from '../of-orders/second-payin.ts'
import { sendRest } from '../of-orders/send-rest.ts'
import { paymentArrivedLate } from '../of-subscriptions/payment-arrived-late.ts'
import { isOpen, isOver, isWaiting, kindOf, owedToBuyer, refundable } from '../owed-to-buyer.ts'
import { selectAttemptOf, selectRefund } from '../queries.ts'
import { ANOTHER_ON_ITS_WAY, ARRIVED_LATE } from '../reasons.ts'
import type { RefundRow } from '../refund.ts'
import { isSurplus } from '../surplus/surplus.ts'
import { surplusArrivedLate } from '../surplus/surplus-arrived-late.ts'
import { recordLateArrival, recordReturn } from './record.ts'

/**
 * A refund that had failed has arrived after all. Where it was sent again meanwhile, or an ADMIN ended it and its order went
 * on, it is our loss; of an order that is over it is given back from what still lies there, whichever refund brought it.
 * @throws 409 REQUEST_IN_PROGRESS while another refund of what an order that is over owes is on its way
 */
export const refundArrivedLate = async (ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> => [
  recordLateArrival(ctx, tx),
  ...(await bookLate(ctx, tx)),
]

async function bookLate(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [[refund], [attempt]] = await readTogether(ctx.db, selectRefund(ctx, tx.subjectId), selectAttemptOf(ctx, tx))
  if (!refund) return bookLoss(ctx, tx, refund)
  if (isSurplus(refund))
    return refund.status === 'FAILED' ? surplusArrivedLate(ctx, refund, tx) : bookLoss(ctx, tx, refund)
  if (refund.subscriptionPaymentId !== null)
    return (await paymentArrivedLate(ctx, refund, tx)) ?? bookLoss(ctx, tx, refund)
  const order = await findOrder(ctx, refund.orderId)
  if (order && refund.payinId !== null && refund.status === 'FAILED')
    return bookSecondWithoutCall(ctx, refund, order, tx)
  if (order && refund.payinId === null && isInEscrow(order))
    return bookFromEscrow(ctx, order, refund, tx, attempt?.amountMinor ?? 0)
  if (order && refund.payinId === null && isWaiting(refund)) {
    const amountMinor = attempt?.amountMinor ?? 0
    if (amountMinor > 0 && amountMinor <= refundable(order))
      return bookWithoutCall(
        ctx,
        order,
        tx,
        existingRefund({ ...refund, amountMinor, kind: kindOf(order, amountMinor) }),
        ARRIVED_LATE,
      )
  }
  return bookLoss(ctx, tx, refund)
}

/** The order is over, and something that was paid is still there for its buyer. */
const isInEscrow = (order: OrderFile) => isOver(order) && order.paidBy?.isTakenBack !== true && owedToBuyer(order) > 0

/**
 * Takes the money that arrived from the rest that an ended order still owes, by the refund that waits there or by a new one. An ADMIN
 * sends any rest; an amount beyond it is our loss, so that no more than was paid is ever sent.
 */
function bookFromEscrow(
  ctx: Ctx,
  order: OrderFile,
  refund: RefundRow,
  tx: GatewayTransaction,
  takenMinor: number,
): Write[] {
  const open = order.refunds.find(isOpen)
  if (open?.status === 'PROCESSING') fail('CONFLICT', ANOTHER_ON_ITS_WAY)
  const amountMinor = Math.min(takenMinor, owedToBuyer(order))
  const kind = kindOf(order, amountMinor)
  const newRefund = open ? existingRefund(open) : makeRefundOfOrder(ctx, order, amountMinor, ARRIVED_LATE)
  if (!newRefund || amountMinor === 0) return bookLoss(ctx, tx, refund)
  const row = { ...newRefund.row, amountMinor, kind }
  const isAll = amountMinor === takenMinor
  const rest = tx.currency === order.paidCurrency ? amountMinor : phoneGets(order, amountMinor)
  const sent = isAll ? tx.amountMinor : Math.min(rest, tx.amountMinor)
  const beyond = { ...tx, amountMinor: tx.amountMinor - sent }
  return [
    ...bookWithoutCall(ctx, order, { ...tx, amountMinor: sent }, { ...newRefund, row }, ARRIVED_LATE),
    ...(isAll ? sendRest(ctx, order, { ...row, restBy: 'ADMIN' }) : bookLoss(ctx, beyond, refund)),
  ]
}

const bookLoss = (ctx: Ctx, tx: GatewayTransaction, refund: RefundRow | undefined): Write[] => [
  ...payFromCash(ctx, tx, 'refund:late'),
  openIncident(ctx, {
    ref: refOf(REFUND_TWICE, tx.id),
    severity: 'HIGH',
    ...ofRefund(refund),
    ...wordsOfLoss(refund, tx),
  }),
]

const wordsOfLoss = (refund: RefundRow | undefined, tx: GatewayTransaction) =>
  refund?.status === 'REJECTED'
    ? {
        title: 'Remboursement refusé, arrivé tout de même',
        description: `${formatMoney(tx)} (${tx.reference}) sont arrivés au numéro qui avait payé, alors que le remboursement avait été refusé. La somme manque à notre caisse.`,
      }
    : {
        title: 'Remboursement arrivé deux fois',
        description: `${formatMoney(tx)} (${tx.reference}) sont arrivés en plus de ce qui a été rendu. La somme manque à notre caisse.`,
      }

/** The refund and the order that an incident points at. */
const ofRefund = (refund: RefundRow | undefined) =>
  refund && { refundId: refund.id, ...(refund.subscriptionPaymentId === null && { orderId: refund.orderId }) }

/** A refund came back to us after it had arrived: it lies in our cash until somebody pays it out again. */
export async function bookRefundReturn(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [refund] = await selectRefund(ctx, tx.subjectId)
  return [
    ...post(ctx, {
      amountMinor: tx.amountMinor,
      currency: tx.currency,
      kind: 'refund:returned',
      ref: tx.id,
      from: clearingOf(tx.gateway),
      to: CASH,
    }),
    ...(refund?.status === 'SUCCEEDED' ? revise(ctx, refundMachine, refund, 'edit', {}) : []),
    recordReturn(ctx, tx),
    openIncident(ctx, {
      ref: refOf(REFUND_RETURNED, tx.id),
      severity: 'HIGH',
      ...ofRefund(refund),
      title: 'Remboursement revenu',
      description: `${formatMoney(tx)} (${tx.reference}) nous sont revenus et attendent en caisse. Versez-les au ${tx.phone} par un versement.`,
    }),
  ]
}
