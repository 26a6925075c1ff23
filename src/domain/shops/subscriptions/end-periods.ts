import { and, asc, eq, lte } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { subscriptions } from '../../../db/schema/shops/subscriptions.ts'
import { refreshVisibility } from '../../catalogue/products/visibility.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { subscriptionMachine } from './machine.ts'
import { subscriptionExpired, subscriptionGrace } from './notices.ts'
import { GRACE_MS } from './period.ts'
import type { Subscription } from './view.ts'

type Due = { subscription: Subscription; userId: string }

const selectDue = (ctx: Ctx) =>
  ctx.db
    .select({ subscription: subscriptions, userId: sellerProfiles.userId })
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

/** The paid period is over: a week of grace, counted from its end however late this runs; or the end its owner wished. */
export function endPeriod(ctx: Ctx, { subscription, userId }: Due): Write[] {
  if (subscription.cancelAtPeriodEnd)
    return [...transition(ctx, subscriptionMachine, subscription, 'end'), ...gone(ctx, subscription, userId)]
  const graceEndsAt = (subscription.currentPeriodEnd ?? ctx.now) + GRACE_MS
  return [
    ...transition(ctx, subscriptionMachine, subscription, 'lapse', { set: { graceEndsAt } }),
    ...notify(ctx, userId, subscriptionGrace, { until: graceEndsAt }),
  ]
}

/** Nobody renewed in the week of grace: the products hide. */
export const endGracePeriod = (ctx: Ctx, { subscription, userId }: Due): Write[] => [
  ...transition(ctx, subscriptionMachine, subscription, 'expire'),
  ...gone(ctx, subscription, userId),
]

const gone = (ctx: Ctx, { sellerProfileId }: Subscription, userId: string): Write[] => [
  ...refreshVisibility(ctx, sellerProfileId),
  ...notify(ctx, userId, subscriptionExpired),
]
