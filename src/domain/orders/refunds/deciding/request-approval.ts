import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { requireLeft, requireRefundable } from '#domain/orders/orders/outcomes/refund-whole.ts'
import { type OrderFile, selectOrder, toOrderFile } from '#domain/orders/orders/queries.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { lapse, sendRefundCode } from '../approval/approval-code.ts'
import { requireSome, unlessMoved } from '../approval/request-amount.ts'
import { orderGivenBack } from '../attempts/start-next-attempt.ts'
import { refundMachine } from '../machine.ts'
import { makeRefund } from '../make-refund.ts'
import { makeRefundOfOrder } from '../of-orders/make-refund-of-order.ts'
import { getPaid, type PaidSubscription, selectPaid } from '../of-subscriptions/paid-subscription.ts'
import { isOpen, kindOf, partsOfAmount, refundable } from '../owed-to-buyer.ts'
import { refuseOwnPurchase } from '../own-purchase.ts'
import { selectRefunds, selectRequestedBy } from '../queries.ts'
import type { RefundRow } from '../refund.ts'
import { endRequest, recordRequest } from '../requests.ts'

export const RequestRefund = z
  .strictObject({
    orderId: f.idIn.optional(),
    subscriptionPaymentId: f.idIn.optional(),
    /** The refund that the ADMIN saw: refused if the order, or the payment, has another open one by now, or none. */
    refundId: f.idIn.optional(),
    /** Unless given, the amount of the refund that waits or failed, else everything that is left. */
    amount: f.amount.optional(),
    reason: f.reason,
  })
  .meta(f.oneOf('orderId', 'subscriptionPaymentId'))
type RequestRefund = z.output<typeof RequestRefund>

const NOT_AS_SEEN = {
  reason: 'INVALID_TRANSITION',
  message:
    "Ce remboursement n'attend plus d'être envoyé : il est parti, ou quelqu'un l'a refusé. Relisez-le avant de décider.",
} as const

/** The refund that is asked for, its amount, and the state of the thing that it gives back. */
type ApprovalTerms = Pick<RefundRow, 'amountMinor' | 'currency' | 'kind'> & {
  row: RefundRow
  writes: Write[]
  state: string
}

/**
 * First step of a refund: a code goes to the admin's address, good for exactly this amount and number for 10 minutes
 * (docs/money.md, Refunds). A refund that waits or failed is taken over, with the amount that is asked for now; what the
 * admin asked for before goes back to REQUESTED. Nothing moves yet.
 * @throws 400 for an amount that is none, or a part of a subscription's payment; 404; 409 if nothing may go back, or
 *   less than is asked for, or a refund is on its way; 429 within 60 s of the last code
 */
export async function requestRefundApproval(ctx: Ctx, input: RequestRefund) {
  const { orderId, subscriptionPaymentId, reason } = input
  if ((orderId === undefined) === (subscriptionPaymentId === undefined))
    invalid('orderId', "Indiquez une commande ou un paiement d'abonnement, pas les deux.")
  const { id: requestedBy } = actorOf(ctx)
  const subject = orderId ?? subscriptionPaymentId ?? ''
  return retryOnStale(async () => {
    const [orders, paid, own, older] = await readTogether(
      ctx.db,
      selectOrder(ctx.db, orderId ?? ''),
      selectPaid(ctx, subscriptionPaymentId ?? ''),
      selectRefunds(ctx, subject),
      selectRequestedBy(ctx, requestedBy),
    )
    const open = own.find(isOpen)
    if (input.refundId !== undefined && input.refundId !== open?.id) fail('CONFLICT', NOT_AS_SEEN)
    const asked = orders[0]
      ? ofOrder(ctx, toOrderFile(orders[0]), open, input)
      : ofPayment(ctx, getPaid(paid), open, input)
    const { row, writes, amountMinor, currency, kind, state } = asked
    await commit(ctx, [
      ...(await sendRefundCode(ctx, { ...row, amountMinor, currency })),
      ...older.filter(({ id }) => id !== row.id).flatMap((other) => lapse(ctx, other, 'REPLACED')),
      ...writes,
      ...transition(ctx, refundMachine, row, 'request', { reason, set: { reason } }),
      endRequest(ctx, row.id, 'REPLACED'),
      recordRequest(ctx, { refundId: row.id, amountMinor, kind, ...numberOf(row), state }),
      recordAct(ctx, 'refund.request', row.id, { subject, ...shownAmount({ amountMinor, currency }), reason }),
    ])
    return { ...viewPendingApproval(ctx, row.id), refundId: row.id }
  })
}

function ofOrder(
  ctx: Ctx,
  order: OrderFile,
  open: RefundRow | undefined,
  { amount, reason }: RequestRefund,
): ApprovalTerms {
  requireRefundable(order)
  const currency = order.paidCurrency ?? order.currency
  const rest = refundable(order)
  const amountMinor = amount === undefined ? (open?.ownMinor ?? rest) : f.amountOf(amount, currency, 'amount')
  requireLeft(order, amountMinor)
  requireSome(order, amountMinor, 'amount')
  const newRefund = open ? { row: open, writes: [] } : makeRefundOfOrder(ctx, order, amountMinor, reason)
  const { row, writes } = newRefund ?? fail('CONFLICT', 'INVALID_TRANSITION')
  return {
    row: amountMinor === row.amountMinor ? row : { ...row, ...partsOfAmount(order, amountMinor) },
    writes: [refuseOwnPurchase(ctx, order), unlessMoved(ctx, order), ...writes],
    state: orderGivenBack(order).state,
    amountMinor,
    currency,
    kind: kindOf(order, amountMinor),
  }
}

const numberOf = ({ phone, network, country }: RefundRow) => ({ phone, network, country })

function ofPayment(
  ctx: Ctx,
  { payment, userId, deposit, money }: PaidSubscription,
  open: RefundRow | undefined,
  { amount, reason }: RequestRefund,
): ApprovalTerms {
  if (amount !== undefined && f.amountOf(amount, payment.currency, 'amount') !== payment.amountMinor)
    invalid('amount', "Le paiement d'un abonnement est rendu en entier.")
  if (open?.status === 'PROCESSING') refuseSecond()
  const what = { orderId: payment.id, subscriptionPaymentId: payment.id, ...money, kind: 'FULL', reason } as const
  const newRefund = open ? { row: open, writes: [] } : makeRefund(ctx, deposit, what)
  return {
    row: newRefund.row,
    writes: [refuseOwnPurchase(ctx, { subscriberId: userId }), ...newRefund.writes],
    ...money,
    kind: 'FULL',
    state: payment.status,
  }
}

const refuseSecond = () =>
  fail('CONFLICT', {
    reason: 'ALREADY_EXISTS',
    message: 'Un remboursement de ce paiement est déjà en cours. Attendez sa fin.',
  })
