import { retryOnStale } from '#db/commit.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { refreshVisibility } from '../above.ts'
import { subscriptionMachine } from './machine.ts'
import { unlessPaying } from './new-payment.ts'
import { getOwnLiveSubscription, selectSubscription } from './queries.ts'
import { type SubscriptionView, viewSubscription } from './view.ts'

/**
 * Cancels the seller's subscription at the end of the paid period; in grace it ends at once, because nothing is paid any more
 * (docs/states.md, Subscription).
 * @throws 403 SUBSCRIPTION_REQUIRED without a live subscription; 409 PAYMENT_IN_PROGRESS while a payment is on its way, which would undo it
 */
export const cancelSubscription = (ctx: Ctx): Promise<SubscriptionView> =>
  retryOnStale(async () => {
    const live = await getOwnLiveSubscription(ctx)
    const writes =
      live.status === 'GRACE'
        ? [...transition(ctx, subscriptionMachine, live, 'end'), ...refreshVisibility(ctx, live.sellerProfileId)]
        : revise(ctx, subscriptionMachine, live, 'cancelAtPeriodEnd', { set: { cancelAtPeriodEnd: true } })
    const [rows] = await commit(
      ctx,
      [unlessPaying(ctx, live.sellerProfileId), ...withinEdits(ctx), ...writes],
      selectSubscription(ctx, live.id),
    )
    return viewSubscription(rows[0] ?? fail('NOT_FOUND'))
  })
