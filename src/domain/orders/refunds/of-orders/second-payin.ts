import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import type { How } from '#domain/money/gateways/how.ts'
import { escrowOf, REFUNDS_IN_FLIGHT } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { giveBack, type MoneyByGateway } from '#domain/orders/orders/payins/through-gateway.ts'
import type { OrderFile, PaidBy } from '#domain/orders/orders/queries.ts'
import { beginAttempt } from '../attempts/begin-attempt.ts'
import { intendPayout } from '../attempts/intend-payout.ts'
import { endArrived, recordAttempt } from '../attempts/record.ts'
import { ARRIVED, closeFailedTries, closePaidTwice } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { makeRefund } from '../make-refund.ts'
import { secondPaymentReturned } from '../notices.ts'
import type { NewRefund, RefundInFlight, RefundRow, RefundWithParts } from '../refund.ts'

/**
 * Sends a second payment of an order back whole to the number that made it, as a refund of its own: the order, its timers and its own
 * refund do not change (docs/money.md, Refunds). If people decided that the payment had come, the refund waits for an ADMIN.
 */
export function refundSecondPayin(
  ctx: Ctx,
  order: OrderFile,
  payin: PaidBy,
  { isByHand }: How = {},
): RefundInFlight & { row: RefundRow } {
  const { id: orderId, totalMinor: amountMinor, currency } = order
  const what = { orderId, amountMinor, currency, kind: 'FULL', reason: 'Commande payée deux fois' } as const
  const newRefund = makeRefund(ctx, payin, { ...what, payinId: payin.id })
  return isByHand ? { ...newRefund, intent: undefined } : send(ctx, newRefund, payin)
}

/** Sends one that failed, or waits, again. */
export const retrySecondRefund = (ctx: Ctx, refund: RefundRow, payin: PaidBy): RefundInFlight =>
  send(ctx, { row: refund, writes: [] }, payin)

function send(ctx: Ctx, newRefund: NewRefund<RefundRow>, payin: PaidBy) {
  const debited = debitApart(ctx, newRefund)
  const { row } = debited
  const sent = intendPayout(ctx, debited, row, payin)
  return { row, intent: sent.row, writes: sent.writes }
}

const apart = ({ id, orderId, attempt, amountMinor, currency }: RefundRow) => ({
  ...{ ref: `${id}:${attempt}:held`, amountMinor, currency },
  account: escrowOf(orderId),
})

function debitApart(ctx: Ctx, newRefund: NewRefund<RefundRow>): RefundWithParts<RefundRow> {
  const { row, writes } = beginAttempt(ctx, newRefund)
  const { account, ...moved } = apart(row)
  const taken = post(ctx, { kind: 'refund:taken', from: account, to: REFUNDS_IN_FLIGHT, ...moved })
  return { row, parts: { held: row.amountMinor }, writes: [...writes, ...taken] }
}

/** Books a second payment whose refund did not arrive: the money lies apart again. */
export function creditApart(ctx: Ctx, refund: RefundRow): Write[] {
  const { account, ...moved } = apart(refund)
  return post(ctx, { kind: 'refund:back', from: REFUNDS_IN_FLIGHT, to: account, ...moved })
}

/** Books a second payment whose refund arrived, or that its operator took back, without a call of ours. */
export function bookSecondWithoutCall(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: MoneyByGateway): Write[] {
  const debited = debitApart(ctx, { row: refund, writes: [] })
  return [...debited.writes, recordAttempt(ctx, debited, tx), ...bookSecondSucceeded(ctx, debited.row, order, tx)]
}

/** Books that the buyer has the second payment back. */
export const bookSecondSucceeded = (
  ctx: Ctx,
  refund: RefundRow,
  order: OrderFile,
  tx: MoneyByGateway,
  to?: string,
): Write[] => [
  ...transition(ctx, refundMachine, refund, 'succeed'),
  endArrived(ctx, refund, to),
  ...closeFailedTries(ctx, refund, ARRIVED),
  ...closePaidTwice(ctx, refund),
  ...giveBack(ctx, refund, tx, { to }),
  ...notify(ctx, order.buyerId, secondPaymentReturned, {
    number: order.number,
    amount: { amountMinor: tx.amountMinor, currency: tx.currency },
  }),
]
