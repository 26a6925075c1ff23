import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { subscriptions } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refreshVisibility } from '../above.ts'
import { subscriptionMachine } from './machine.ts'
import { newPayment } from './new-payment.ts'
import { subscriptionExpired, subscriptionGrace } from './notices.ts'
import { GRACE_MS, nextPeriod } from './period.ts'
import type { Subscription } from './view.ts'

/** A subscription whose time is over; `isFree` if its plan is still sold, and free for its cycle and currency. */
type Due = { subscription: Subscription; userId: string; isFree: boolean }

const isFree = sql<boolean>`EXISTS (
  SELECT 1 FROM plans p JOIN plan_prices pp ON pp.plan_id = p.id
  WHERE p.id = subscriptions.plan_id AND p.is_active AND pp.billing_cycle = subscriptions.billing_cycle
    AND pp.currency = subscriptions.currency AND pp.amount_minor = 0)`.mapWith(Boolean)

const selectDue = (ctx: Ctx) =>
  ctx.db
    .select({ subscription: subscriptions, userId: sellerProfiles.userId, isFree: isFree.as('is_free') })
    .from(subscriptions)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, subscriptions.sellerProfileId))
    .$dynamic()

/** Subscriptions whose paid period is over. */
export const periodsToEnd = (ctx: Ctx, limit: number): Promise<Due[]> =>
  selectDue(ctx)
    .where(and(eq(subscriptions.status, 'ACTIVE'), lte(subscriptions.currentPeriodEnd, ctx.now)))
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(limit)

/** Subscriptions whose week of grace is over. */
export const gracesToEnd = (ctx: Ctx, limit: number): Promise<Due[]> =>
  selectDue(ctx)
    .where(and(eq(subscriptions.status, 'GRACE'), lte(subscriptions.graceEndsAt, ctx.now)))
    .orderBy(asc(subscriptions.graceEndsAt))
    .limit(limit)

/**
 * Ends a period: a week of grace begins, counted from the period's end however late this runs; or the end that the seller wished. A free
 * plan is renewed instead.
 */
export function endPeriod(ctx: Ctx, { subscription, userId, isFree }: Due): Write[] {
  if (subscription.cancelAtPeriodEnd)
    return [...transition(ctx, subscriptionMachine, subscription, 'end'), ...hideAndTell(ctx, subscription, userId)]
  if (isFree) return renewFree(ctx, subscription)
  const graceEndsAt = (subscription.currentPeriodEnd ?? ctx.now) + GRACE_MS
  return [
    ...transition(ctx, subscriptionMachine, subscription, 'lapse', { set: { graceEndsAt } }),
    ...notify(ctx, userId, subscriptionGrace, { until: graceEndsAt, opens: { subscriptionId: subscription.id } }),
  ]
}

const renewFree = (ctx: Ctx, subscription: Subscription): Write[] => [
  ...newPayment(ctx, subscription, { amountMinor: 0, currency: subscription.currency }, null).writes,
  ...transition(ctx, subscriptionMachine, subscription, 'renew', {
    set: { ...nextPeriod(subscription, null, ctx.now), priceMinor: 0 },
  }),
]

/** Ends a week of grace without a renewal: the seller's products are hidden. */
export const endGracePeriod = (ctx: Ctx, { subscription, userId }: Omit<Due, 'isFree'>): Write[] => [
  ...transition(ctx, subscriptionMachine, subscription, 'expire'),
  ...hideAndTell(ctx, subscription, userId),
]

const hideAndTell = (ctx: Ctx, { id, sellerProfileId }: Subscription, userId: string): Write[] => [
  ...refreshVisibility(ctx, sellerProfileId),
  ...notify(ctx, userId, subscriptionExpired, { opens: { subscriptionId: id } }),
]
