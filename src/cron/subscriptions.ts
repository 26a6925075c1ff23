import type { Write } from '../db/client.ts'
import { Stale } from '../db/violation.ts'
import { commit } from '../domain/core/commit.ts'
import type { Ctx } from '../domain/core/context.ts'
import { endGracePeriod, endPeriod, gracesToEnd, periodsToEnd } from '../domain/shops/subscriptions/end-periods.ts'
import { expirePayment, overdueDeposits } from '../domain/shops/subscriptions/expire-payment.ts'
import { drain, newTick, type Tick } from './tick.ts'

/** Periods that are over go into grace, or end where their owner wished so. */
export const endPeriods = (ctx: Ctx, tick: Tick = newTick()): Promise<void> =>
  drain(tick, 'endPeriods', {
    due: async (limit) => withId(await periodsToEnd(ctx, limit)),
    work: ({ due }) => commitUnlessMoved(ctx, endPeriod(ctx, due)),
  })

/** Subscriptions that nobody renewed in their week of grace expire. */
export const endGrace = (ctx: Ctx, tick: Tick = newTick()): Promise<void> =>
  drain(tick, 'endGrace', {
    due: async (limit) => withId(await gracesToEnd(ctx, limit)),
    work: ({ due }) => commitUnlessMoved(ctx, endGracePeriod(ctx, due)),
  })

/** Payments that nobody approved in half an hour expire. */
export const expireSubscriptionPayments = (ctx: Ctx, tick: Tick = newTick()): Promise<void> =>
  drain(tick, 'expireSubscriptionPayments', {
    due: (limit) => overdueDeposits(ctx, limit),
    work: (deposit) => expirePayment(ctx, deposit),
    callsOutside: true,
  })

const withId = (all: Awaited<ReturnType<typeof periodsToEnd>>) => all.map((due) => ({ id: due.subscription.id, due }))

/** Another cron, or a payment, came first: then there is nothing left to do here. */
async function commitUnlessMoved(ctx: Ctx, writes: Write[]): Promise<void> {
  await commit(ctx, writes).catch((error: unknown) => {
    if (!(error instanceof Stale)) throw error
  })
}
