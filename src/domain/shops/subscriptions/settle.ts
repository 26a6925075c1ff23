import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { plans } from '../../../db/schema/shops/plans.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { isLive, subscriptionPayments, subscriptions } from '../../../db/schema/shops/subscriptions.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { allows, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { clearingOf, SUBSCRIPTIONS } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import { subscriptionMachine, subscriptionPaymentMachine } from './machine.ts'
import { subscriptionPaymentFailed } from './notices.ts'
import { startPeriod } from './start.ts'

/**
 * What the verdict on a deposit means for the subscription it pays, as writes for the commit that records the verdict
 * (docs/money.md, Subscriptions). Money that comes after the half hour still starts the subscription unless another took
 * its place; then it is kept in the books and a person gives it back.
 */
export async function settleSubscription(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed' | 'expired',
): Promise<Write[]> {
  const file = await findPaymentFile(ctx, tx.subjectId)
  if (!file) return []
  if (verdict === 'succeeded') return succeed(ctx, tx, file)

  const { payment, subscription, userId } = file
  const event = verdict === 'failed' ? 'fail' : 'expire'
  if (!allows(subscriptionPaymentMachine, payment.status, event)) return []
  const isFirst = allows(subscriptionMachine, subscription.status, 'giveUp')
  return [
    ...transition(ctx, subscriptionPaymentMachine, payment, event),
    ...(isFirst ? transition(ctx, subscriptionMachine, subscription, 'giveUp') : []),
    ...notify(ctx, userId, subscriptionPaymentFailed),
  ]
}

type PaymentFile = NonNullable<Awaited<ReturnType<typeof findPaymentFile>>>

function succeed(
  ctx: Ctx,
  tx: GatewayTransaction,
  { payment, subscription, plan, userId, live }: PaymentFile,
): Write[] {
  if (payment.status === 'SUCCEEDED' || payment.status === 'REFUNDED') return []
  if (!allows(subscriptionPaymentMachine, payment.status, 'succeed')) return [unplaced(ctx, tx)]
  const { amountMinor, currency } = tx
  const other = live && live.id !== subscription.id ? live : undefined
  // Another subscription that began after this payment was asked for is the seller's later choice: it stays.
  const isOvertaken = other !== undefined && other.createdAt > payment.createdAt
  return [
    ...transition(ctx, subscriptionPaymentMachine, payment, 'succeed', { set: { paidAt: ctx.now } }),
    ...post(ctx, {
      kind: 'subscription:paid',
      ref: payment.id,
      from: clearingOf(tx.gateway),
      to: SUBSCRIPTIONS,
      amountMinor,
      currency,
    }),
    ...(isOvertaken ? [unplaced(ctx, tx)] : startPeriod(ctx, { subscription, replaced: other, plan, userId })),
  ]
}

const unplaced = (ctx: Ctx, tx: GatewayTransaction): Write =>
  openIncident(ctx, {
    ref: `subscription:${tx.id}`,
    severity: 'HIGH',
    title: 'Abonnement payé trop tard',
    description: `Le dépôt ${tx.reference} est arrivé alors que son abonnement n'attend plus rien. Remboursez le vendeur.`,
  })

/** Everything the decision needs, in one statement. */
async function findPaymentFile(ctx: Ctx, paymentId: string) {
  const live = alias(subscriptions, 'live')
  const [row] = await ctx.db
    .select({
      payment: subscriptionPayments,
      subscription: subscriptions,
      plan: plans.name,
      userId: sellerProfiles.userId,
      live,
    })
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, subscriptionPayments.sellerProfileId))
    .leftJoin(live, and(eq(live.sellerProfileId, subscriptionPayments.sellerProfileId), isLive('live')))
    .where(eq(subscriptionPayments.id, paymentId))
  return row
}
