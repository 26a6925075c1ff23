import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { invoices } from '#db/schema/shops/invoices.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { CASH, REFUNDS_IN_FLIGHT, SUBSCRIPTIONS } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { giveBack } from '#domain/orders/orders/payins/through-gateway.ts'
import { bookPaymentReturn } from '#domain/shops/subscriptions/settle.ts'
import { fail } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'
import { endArrived, endFailed } from '../attempts/record.ts'
import { ARRIVED, closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { REFUND_FAILED, REFUND_UNNEEDED } from '../matters.ts'
import { subscriptionReturned } from '../notices.ts'
import type { RefundRow } from '../refund.ts'
import { isPaymentGone, movedOfPayment } from './paid-subscription.ts'

/** The operator takes the deposit back at the same time: the verdict is read again. */
const DEPOSIT_REVERSED = guard('DEPOSIT_REVERSED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** Settles a refund of a subscription's payment by its operator's verdict; the subscription runs on in either case (docs/money.md, Refunds). */
export async function settlePaymentRefund(
  ctx: Ctx,
  refund: RefundRow,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed',
): Promise<Write[]> {
  if (verdict === 'succeeded') return bookPaymentSucceeded(ctx, refund, tx)
  const paymentId = refund.subscriptionPaymentId ?? ''
  const [payment] = await ctx.db.select().from(subscriptionPayments).where(eq(subscriptionPayments.id, paymentId))
  if (payment?.status === 'REFUNDED') return paymentIntoCash(ctx, refund, tx)
  return [
    abortWhen(ctx.db, DEPOSIT_REVERSED, isPaymentGone(paymentId)),
    ...transition(ctx, refundMachine, refund, 'fail'),
    endFailed(ctx, refund, tx),
    ...post(ctx, { kind: 'refund:back', from: REFUNDS_IN_FLIGHT, to: SUBSCRIPTIONS, ...movedOfPayment(refund) }),
    openIncident(ctx, {
      ref: refOf(REFUND_FAILED, tx.id),
      severity: 'HIGH',
      refundId: refund.id,
      title: "Remboursement d'abonnement refusé par un opérateur",
      description: `${formatMoney(tx)} n'ont pas pu être rendus au ${tx.phone} (${tx.failureCode ?? 'sans motif'}). Remboursement ${refund.id} : à renvoyer ou à refuser.`,
    }),
  ]
}

/** Books a refund that did not arrive and need not: its operator took the deposit back, and our cash had paid for that (docs/money.md, Corrections). */
async function paymentIntoCash(ctx: Ctx, refund: RefundRow, tx: GatewayTransaction): Promise<Write[]> {
  const { amountMinor, currency } = refund
  const kept = currency === tx.currency ? { ...tx, amountMinor } : tx
  return [
    ...(await bookPaymentSucceeded(ctx, refund, kept, CASH)),
    openIncident(ctx, {
      ref: refOf(REFUND_UNNEEDED, tx.id),
      severity: 'HIGH',
      refundId: refund.id,
      title: 'Remboursement refusé, et paiement déjà repris',
      description: `${formatMoney(tx)} n'ont pas pu être rendus au ${tx.phone}, mais l'opérateur avait repris le dépôt. Le remboursement ${refund.id} est conclu, et la somme revient à notre caisse.`,
    }),
  ]
}

/** Whoever paid has the money: the refund, the books, the payment and its invoice say so. */
export async function bookPaymentSucceeded(
  ctx: Ctx,
  refund: RefundRow,
  tx: GatewayTransaction,
  to?: typeof CASH,
): Promise<Write[]> {
  const [paid] = await ctx.db
    .select({ payment: subscriptionPayments, invoice: invoices, userId: sellerProfiles.userId })
    .from(subscriptionPayments)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, subscriptionPayments.sellerProfileId))
    .leftJoin(invoices, eq(invoices.subscriptionPaymentId, subscriptionPayments.id))
    .where(eq(subscriptionPayments.id, refund.subscriptionPaymentId ?? ''))
  const { userId, ...file } = paid ?? fail('NOT_FOUND')
  const amount = { amountMinor: tx.amountMinor, currency: tx.currency }
  return [
    ...transition(ctx, refundMachine, refund, 'succeed'),
    endArrived(ctx, refund, to),
    ...closeFailedTries(ctx, refund, ARRIVED),
    ...giveBack(ctx, refund, tx, { to }),
    ...(file.payment.status === 'SUCCEEDED' ? bookPaymentReturn(ctx, file) : []),
    ...notify(ctx, userId, subscriptionReturned, { amount, opens: { subscriptionId: file.payment.subscriptionId } }),
  ]
}
