import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import { refreshVisibility } from '../../catalogue/products/visibility.ts'
import { commit } from '../../core/commit.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { nextStatus, revise, transition } from '../../core/machine.ts'
import { subscriptionMachine } from './machine.ts'
import { selectLiveSubscription, selectSubscription } from './queries.ts'
import { type Subscription, type SubscriptionView, viewSubscription } from './view.ts'

const requireLive = async (ctx: Ctx): Promise<Subscription> => {
  const [live] = await selectLiveSubscription(ctx, sellerOf(ctx).sellerProfileId)
  return live ?? fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
}

/**
 * The seller stops: what is paid runs to its end, then the subscription is CANCELLED; in grace nothing is paid any more,
 * so it ends at once (docs/states.md, Subscription).
 * @throws 403 SUBSCRIPTION_REQUIRED without a live subscription
 */
export const cancelSubscription = (ctx: Ctx): Promise<SubscriptionView> =>
  retryOnStale(async () => {
    const live = await requireLive(ctx)
    const writes =
      live.status === 'GRACE'
        ? [...transition(ctx, subscriptionMachine, live, 'end'), ...refreshVisibility(ctx, live.sellerProfileId)]
        : revise(ctx, subscriptionMachine, live, 'cancelAtPeriodEnd', { set: { cancelAtPeriodEnd: true } })
    const [rows] = await commit(ctx, writes, selectSubscription(ctx, live.id))
    return viewSubscription(rows[0] ?? fail('NOT_FOUND'))
  })

/**
 * The seller stays after all, before the period ends.
 * @throws 403 SUBSCRIPTION_REQUIRED without a live subscription; 409 when it was not cancelled
 */
export const reactivateSubscription = (ctx: Ctx): Promise<SubscriptionView> =>
  retryOnStale(async () => {
    const live = await requireLive(ctx)
    nextStatus(subscriptionMachine, live.status, 'keep')
    if (!live.cancelAtPeriodEnd) {
      fail('CONFLICT', {
        reason: 'INVALID_TRANSITION',
        message: "Impossible de reprendre : l'abonnement n'est pas résilié.",
      })
    }
    const writes = revise(ctx, subscriptionMachine, live, 'keep', { set: { cancelAtPeriodEnd: false } })
    const [rows] = await commit(ctx, writes, selectSubscription(ctx, live.id))
    return viewSubscription(rows[0] ?? fail('NOT_FOUND'))
  })
