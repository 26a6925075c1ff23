import { eq, sql } from 'drizzle-orm'
import { ATTEMPT_STATES, type GatewayTransaction } from '#db/schema/money/gateways.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Money } from '#kernel/money.ts'
import type { RefundRow } from '../refund.ts'

type Deposit = Pick<
  GatewayTransaction,
  'status' | 'gateway' | 'reference' | 'phone' | 'network' | 'country' | 'amountMinor' | 'currency'
>
const depositJson = sql<string | null>`(
  SELECT json_object('status', g.status, 'gateway', g.gateway, 'reference', g.reference, 'phone', g.phone, 'network', g.network,
    'country', g.country, 'amountMinor', g.amount_minor, 'currency', g.currency)
  FROM gateway_transactions g WHERE g.subject_id = subscription_payments.id AND g.purpose = 'SUBSCRIPTION'
    AND ${ATTEMPT_STATES.arrived.in('g.status')})`

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

/** The payment that `selectPaid` selected, if it may go back. 404; 409 if it was not paid, cost nothing or went back already */
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

/** Key and amount of the transfers of an attempt. */
export const movedOfPayment = ({ id, attempt, amountMinor, currency }: RefundRow) => ({
  ref: `${id}:${attempt}:subscription`,
  amountMinor,
  currency,
})

/** The payment is no longer ours: it was given back, or taken back. */
export const isPaymentGone = (paymentId: string | null) =>
  sql`EXISTS (SELECT 1 FROM subscription_payments p WHERE p.id = ${paymentId} AND p.status <> 'SUCCEEDED')`
