import { eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { invoices } from '../../../db/schema/shops/invoices.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { subscriptionPayments } from '../../../db/schema/shops/subscriptions.ts'
import { fail } from '../../../kernel/failure.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Money } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { refOf } from '../../core/incidents/matter.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { intend } from '../../money/gateways/intend.ts'
import { CASH, REFUNDS_IN_FLIGHT, SUBSCRIPTIONS } from '../../money/ledger/accounts.ts'
import { coverFromCash, post } from '../../money/ledger/post.ts'
import { paymentReturned } from '../../shops/subscriptions/settle.ts'
import { giveBack } from '../orders/through-gateway.ts'
import { endArrived, endFailed, recordAttempt } from './attempts.ts'
import { ARRIVED, closeFailedTries } from './close-incidents.ts'
import { unlessInDoubt } from './in-doubt.ts'
import { refundMachine } from './machine.ts'
import { REFUND_FAILED, REFUND_UNNEEDED } from './matters.ts'
import { subscriptionReturned } from './notices.ts'
import { begin, type Debited, type Made, type RefundRow, type Try } from './row.ts'

/** The payment is taken back at the same time: what is asked for is read again. */
const PAYMENT_GONE = guard('PAYMENT_GONE', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })
/** Its deposit is taken back at the same time: the verdict is read again. */
const DEPOSIT_REVERSED = guard('DEPOSIT_REVERSED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

type Deposit = Pick<
  GatewayTransaction,
  'status' | 'gateway' | 'reference' | 'phone' | 'network' | 'country' | 'amountMinor' | 'currency'
>
const depositJson = sql<string | null>`(
  SELECT json_object('status', g.status, 'gateway', g.gateway, 'reference', g.reference, 'phone', g.phone, 'network', g.network,
    'country', g.country, 'amountMinor', g.amount_minor, 'currency', g.currency)
  FROM gateway_transactions g WHERE g.subject_id = subscription_payments.id AND g.purpose = 'SUBSCRIPTION'
    AND g.status IN ('succeeded', 'reversed'))`

/** The payment of a subscription with the deposit that brought it and the person who paid. */
export const selectPaid = (ctx: Ctx, paymentId: string) =>
  ctx.db
    .select({ payment: subscriptionPayments, deposit: depositJson.as('deposit'), userId: sellerProfiles.userId })
    .from(subscriptionPayments)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, subscriptionPayments.sellerProfileId))
    .where(eq(subscriptionPayments.id, paymentId))

type Row = Awaited<ReturnType<typeof selectPaid>>[number]
/** `money` is what of it lies in the books. */
export type PaidSubscription = Pick<Row, 'payment' | 'userId'> & { deposit: Deposit; money: Money }

/** What `selectPaid` selected, where it may go back. 404; 409 for what was not paid, cost nothing or went back already */
export function getPaid([row]: Row[]): PaidSubscription {
  const { payment, deposit: json, userId } = row ?? fail('NOT_FOUND')
  const deposit: Deposit | null = json && JSON.parse(json)
  if (payment.status !== 'SUCCEEDED' || deposit?.status !== 'succeeded') {
    const isBack = payment.status === 'REFUNDED'
    const message = isBack ? 'Ce paiement est déjà remboursé.' : "Rien n'a été payé : il n'y a rien à rembourser."
    return fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
  }
  const { amountMinor, currency } = deposit.currency === payment.currency ? payment : deposit
  return { payment, userId, deposit, money: { amountMinor, currency } }
}

/** The refund of a subscription's payment goes on its way: the deposit is given back whole by its own gateway. 404, 409 */
export async function startPaymentRefund(ctx: Ctx, refund: RefundRow): Promise<Try> {
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

const movedOf = ({ id, attempt, amountMinor, currency }: RefundRow) => ({
  ref: `${id}:${attempt}:subscription`,
  amountMinor,
  currency,
})

const isGone = (paymentId: string | null) =>
  sql`EXISTS (SELECT 1 FROM subscription_payments p WHERE p.id = ${paymentId} AND p.status <> 'SUCCEEDED')`

/** Its money is taken from what subscriptions brought, and nobody is called. 409 where the payment is not SUCCEEDED any more */
export function debitPayment(ctx: Ctx, made: Made<RefundRow>): Debited<RefundRow> {
  const { row, writes } = begin(ctx, made)
  const moved = movedOf(row)
  return {
    row,
    parts: { subscription: row.amountMinor },
    writes: [
      abortWhen(ctx.db, PAYMENT_GONE, isGone(row.subscriptionPaymentId)),
      ...writes,
      ...post(ctx, { kind: 'refund:taken', from: SUBSCRIPTIONS, to: REFUNDS_IN_FLIGHT, ...moved }),
      coverFromCash(ctx, SUBSCRIPTIONS, moved.currency, moved.ref),
    ],
  }
}

/** What the operator's verdict means for it: the subscription runs on in either case (docs/money.md, Refunds). */
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
    abortWhen(ctx.db, DEPOSIT_REVERSED, isGone(paymentId)),
    ...transition(ctx, refundMachine, refund, 'fail'),
    endFailed(ctx, refund, tx),
    ...post(ctx, { kind: 'refund:back', from: REFUNDS_IN_FLIGHT, to: SUBSCRIPTIONS, ...movedOf(refund) }),
    openIncident(ctx, {
      ref: refOf(REFUND_FAILED, tx.id),
      severity: 'HIGH',
      refundId: refund.id,
      title: "Remboursement d'abonnement refusé par un opérateur",
      description: `${formatMoney(tx)} n'ont pas pu être rendus au ${tx.phone} (${tx.failureCode ?? 'sans motif'}). Remboursement ${refund.id} : à renvoyer ou à refuser.`,
    }),
  ]
}

/** It did not arrive, and need not: its operator took the deposit back, which our cash paid for (docs/money.md, Corrections). */
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
    ...(file.payment.status === 'SUCCEEDED' ? paymentReturned(ctx, file) : []),
    ...notify(ctx, userId, subscriptionReturned, { amount, opens: { subscriptionId: file.payment.subscriptionId } }),
  ]
}
