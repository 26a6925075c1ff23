import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { intend } from '#domain/money/gateways/attempts/intend.ts'
import { REFUNDS_IN_FLIGHT, SUBSCRIPTIONS } from '#domain/money/ledger/accounts.ts'
import { coverFromCash, post } from '#domain/money/ledger/post.ts'
import { beginAttempt } from '../attempts/begin-attempt.ts'
import { recordAttempt } from '../attempts/record.ts'
import { unlessInDoubt } from '../in-doubt.ts'
import type { NewRefund, NextAttempt, RefundRow, RefundWithParts } from '../refund.ts'
import { getPaid, isPaymentGone, movedOfPayment, selectPaid } from './paid-subscription.ts'

/** The payment is taken back at the same time: what is asked for is read again. */
const PAYMENT_GONE = guard('PAYMENT_GONE', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })
/** The refund of a subscription's payment goes on its way: the deposit is given back whole by its own gateway. 404, 409 */
export async function startPaymentRefund(ctx: Ctx, refund: RefundRow): Promise<NextAttempt> {
  const { deposit, userId, payment } = getPaid(await selectPaid(ctx, refund.subscriptionPaymentId ?? ''))
  const debited = debitPayment(ctx, { row: refund, writes: [] })
  const { row, writes } = debited
  const { gateway, phone, network, country, amountMinor, currency } = deposit
  const sent = intend(ctx, {
    ...{ gateway, phone, network, country, amountMinor, currency },
    ...{ kind: 'refund', purpose: 'REFUND', subjectId: row.id },
    reference: ctx.ids.v4(),
    originalReference: deposit.reference,
  })
  return {
    intent: sent.row,
    writes: [unlessInDoubt(ctx, row), ...writes, ...sent.writes, recordAttempt(ctx, debited, sent.row)],
    purchase: { subscriberId: userId },
    what: `remboursement de l'abonnement ${payment.id}`,
    state: payment.status,
  }
}

/** Takes the money of a refund from what subscriptions brought, without a call. 409 if the payment is not SUCCEEDED any more */
export function debitPayment(ctx: Ctx, newRefund: NewRefund<RefundRow>): RefundWithParts<RefundRow> {
  const { row, writes } = beginAttempt(ctx, newRefund)
  const moved = movedOfPayment(row)
  return {
    row,
    parts: { subscription: row.amountMinor },
    writes: [
      abortWhen(ctx.db, PAYMENT_GONE, isPaymentGone(row.subscriptionPaymentId)),
      ...writes,
      ...post(ctx, { kind: 'refund:taken', from: SUBSCRIPTIONS, to: REFUNDS_IN_FLIGHT, ...moved }),
      coverFromCash(ctx, SUBSCRIPTIONS, moved.currency, moved.ref),
    ],
  }
}
