import type { Write } from '../../../db/client.ts'
import { fail } from '../../../kernel/failure.ts'
import { refreshVisibility } from '../../catalogue/products/visibility.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { subscriptionMachine } from './machine.ts'
import { type newPayment, unlessPaying } from './new-payment.ts'
import { subscriptionActive } from './notices.ts'
import { nextPeriod } from './period.ts'
import { selectPaidSubscription } from './queries.ts'
import type { PaidSubscription, Subscription } from './view.ts'

type Start = {
  subscription: Subscription
  /** The live subscription whose place it takes. */
  replaced?: Subscription | undefined
  plan: string
  userId: string
}

/**
 * What a paid period causes: the subscription starts or goes on, the one it replaces ends first because a seller has one
 * that is live, products within the plan's limit show, and the seller is told.
 */
export function startPeriod(ctx: Ctx, { subscription, replaced, plan, userId }: Start): Write[] {
  const period = nextPeriod(subscription, ctx.now)
  const event = subscription.currentPeriodEnd === null ? 'start' : 'renew'
  return [
    ...(replaced ? transition(ctx, subscriptionMachine, replaced, 'replace') : []),
    ...transition(ctx, subscriptionMachine, subscription, event, { set: period }),
    ...refreshVisibility(ctx, subscription.sellerProfileId),
    ...notify(ctx, userId, subscriptionActive, { plan, until: period.currentPeriodEnd }),
  ]
}

/** A plan whose price is 0 starts at once, without a deposit (docs/states.md, Subscription). */
export async function startFree(
  ctx: Ctx,
  { writes, payment, ...start }: Omit<Start, 'userId'> & { writes: Write[]; payment: ReturnType<typeof newPayment> },
): Promise<PaidSubscription> {
  const [[paid], [started]] = await commit(
    ctx,
    [
      unlessPaying(ctx, start.subscription.sellerProfileId),
      ...writes,
      ...payment.writes,
      ...startPeriod(ctx, { ...start, userId: actorOf(ctx).id }),
    ],
    ...selectPaidSubscription(ctx, payment.row),
  )
  return paid && started ? { payment: paid, subscription: started } : fail('NOT_FOUND')
}
