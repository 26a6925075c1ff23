import { retryOnStale } from '#db/commit.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus, revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { subscriptionMachine } from './machine.ts'
import { getOwnLiveSubscription, selectSubscription } from './queries.ts'
import { type SubscriptionView, viewSubscription } from './view.ts'

/**
 * Takes back the seller's wish to cancel, before the period ends.
 * @throws 403 SUBSCRIPTION_REQUIRED without a live subscription; 409 if it was not cancelled
 */
export const reactivateSubscription = (ctx: Ctx): Promise<SubscriptionView> =>
  retryOnStale(async () => {
    const live = await getOwnLiveSubscription(ctx)
    nextStatus(subscriptionMachine, live.status, 'keep')
    if (!live.cancelAtPeriodEnd) {
      fail('CONFLICT', {
        reason: 'INVALID_TRANSITION',
        message: "Impossible de reprendre : l'abonnement n'est pas résilié.",
      })
    }
    const writes = revise(ctx, subscriptionMachine, live, 'keep', { set: { cancelAtPeriodEnd: false } })
    const [rows] = await commit(ctx, [...withinEdits(ctx), ...writes], selectSubscription(ctx, live.id))
    return viewSubscription(rows[0] ?? fail('NOT_FOUND'))
  })
