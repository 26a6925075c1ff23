import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { subscriptionPayments, subscriptions } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'
import type { PriceCurrency } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { nextPeriod, type UnpaidFrom } from './period.ts'
import type { Subscription, SubscriptionPayment } from './view.ts'

const PAYMENT_IN_PROGRESS = guard('PAYMENT_IN_PROGRESS', 'CONFLICT', { reason: 'PAYMENT_IN_PROGRESS' })

const SUBSCRIPTION_CHANGED = guard('SUBSCRIPTION_CHANGED', 'CONFLICT', {
  message: "L'abonnement vient de changer. Rechargez la page et réessayez.",
})

const PAYABLE_FOR_MS = 30 * MINUTE_MS

type Price = { amountMinor: number; currency: PriceCurrency }

/**
 * A subscription that waits for its payment, with the writes that store it.
 * @throws 404 if the plan was deleted meanwhile
 */
export function newSubscription(
  ctx: Ctx,
  wanted: Pick<Subscription, 'sellerProfileId' | 'planId' | 'billingCycle' | 'currency'>,
): { row: Subscription; writes: Write[] } {
  const row: Subscription = {
    ...wanted,
    id: ctx.ids.v7(),
    status: 'PENDING',
    currentPeriodStart: null,
    currentPeriodEnd: null,
    graceEndsAt: null,
    cancelAtPeriodEnd: false,
    reachedAt: {},
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    anchorAt: null,
    priceMinor: null,
  }
  return {
    row,
    writes: [
      abortWhen(ctx.db, NOT_FOUND, sql`NOT EXISTS (SELECT 1 FROM plans pl WHERE pl.id = ${wanted.planId})`),
      ctx.db.insert(subscriptions).values(row),
      recordCreation(ctx, 'subscription', row.id, row.status),
    ],
  }
}

/** A payment that waits for its deposit. A free payment is SUCCEEDED at once, and has the id of a deposit all the same. */
export function newPayment(
  ctx: Ctx,
  subscription: Subscription,
  price: Price,
  unpaidFrom: UnpaidFrom,
): { row: SubscriptionPayment; writes: Write[] } {
  const isFree = price.amountMinor === 0
  const row: SubscriptionPayment = {
    id: ctx.ids.v7(),
    subscriptionId: subscription.id,
    sellerProfileId: subscription.sellerProfileId,
    depositId: ctx.ids.v4(),
    amountMinor: price.amountMinor,
    currency: price.currency,
    status: isFree ? 'SUCCEEDED' : 'PENDING',
    expiresAt: ctx.now + PAYABLE_FOR_MS,
    paidAt: isFree ? ctx.now : null,
    reachedAt: {},
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    periodEnd: isFree ? nextPeriod(subscription, unpaidFrom, ctx.now).currentPeriodEnd : null,
  }
  return {
    row,
    writes: [
      ctx.db.insert(subscriptionPayments).values(row),
      recordCreation(ctx, 'subscription_payment', row.id, row.status),
    ],
  }
}

/** Aborts a commit while another payment of the seller is on its way: 409 PAYMENT_IN_PROGRESS. */
export const unlessPaying = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    PAYMENT_IN_PROGRESS,
    sql`EXISTS (SELECT 1 FROM subscription_payments sp WHERE sp.seller_profile_id = ${sellerProfileId} AND sp.status = 'PENDING')`,
  )

/** Aborts a commit that asks for money for a subscription which changed since it was read: 409. */
export const unlessChanged = (ctx: Ctx, { id, version }: Subscription): Write =>
  abortWhen(
    ctx.db,
    SUBSCRIPTION_CHANGED,
    sql`NOT EXISTS (SELECT 1 FROM subscriptions su WHERE su.id = ${id} AND su.version = ${version})`,
  )
