import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import { refreshVisibility } from '../above.ts'
import { subscriptionMachine } from './machine.ts'
import { type newPayment, unlessPaying } from './new-payment.ts'
import { subscriptionActive } from './notices.ts'
import { nextPeriod, type UnpaidFrom } from './period.ts'
import { selectPaidSubscription } from './queries.ts'
import type { PaidSubscription, Subscription, SubscriptionPayment } from './view.ts'

const STARTED_FREE = guard('STARTED_FREE', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Vous avez déjà pris un plan gratuit depuis moins de 24 heures. Réessayez demain.',
})

/** Aborts a commit that starts a second free plan within a day: nothing else limits its writes and mails. 409 */
export const unlessStartedFree = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    STARTED_FREE,
    sql`EXISTS (SELECT 1 FROM subscription_payments sp WHERE sp.seller_profile_id = ${sellerProfileId}
      AND sp.created_at > ${ctx.now - DAY_MS} AND sp.amount_minor = 0)`,
  )

type Start = {
  subscription: Subscription
  /** The live subscription that this one replaces. */
  replaced?: Subscription | undefined
  unpaidFrom: UnpaidFrom
  plan: string
  userId: string
  paid: Pick<SubscriptionPayment, 'amountMinor' | 'currency'>
}

/**
 * Starts or continues a subscription after a payment. The one that it replaces ends first, because a seller has one live; products within
 * the plan's limit show, and the seller is told.
 */
export function startPeriod(ctx: Ctx, { subscription, replaced, unpaidFrom, plan, userId, paid }: Start): Write[] {
  const period = nextPeriod(subscription, unpaidFrom, ctx.now)
  const set = { ...period, ...(paid.currency === subscription.currency && { priceMinor: paid.amountMinor }) }
  const event = subscription.currentPeriodEnd === null ? 'start' : 'renew'
  return [
    ...(replaced ? transition(ctx, subscriptionMachine, replaced, 'replace') : []),
    ...transition(ctx, subscriptionMachine, subscription, event, { set }),
    ...refreshVisibility(ctx, subscription.sellerProfileId),
    ...notify(ctx, userId, subscriptionActive, {
      plan,
      until: period.currentPeriodEnd,
      opens: { subscriptionId: subscription.id },
    }),
  ]
}

/** Starts or renews a plan whose price is 0 at once, without a deposit (docs/states.md, Subscription). */
export async function startFree(
  ctx: Ctx,
  {
    writes,
    payment,
    ...start
  }: Omit<Start, 'userId' | 'paid'> & { writes: Write[]; payment: ReturnType<typeof newPayment> },
): Promise<PaidSubscription> {
  const [[paid], [started]] = await commit(
    ctx,
    [
      unlessPaying(ctx, start.subscription.sellerProfileId),
      ...writes,
      ...payment.writes,
      ...startPeriod(ctx, { ...start, userId: actorOf(ctx).id, paid: payment.row }),
    ],
    ...selectPaidSubscription(ctx, payment.row),
  )
  return paid && started ? { payment: paid, subscription: started } : fail('NOT_FOUND')
}
