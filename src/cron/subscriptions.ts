import type { Write } from '../db/client.ts'
import { commit } from '../db/commit.ts'
import { Stale } from '../db/violation.ts'
import type { Ctx } from '../domain/context.ts'
import { sendOutbox } from '../domain/notices/send.ts'
import { endGracePeriod, endPeriod, gracesToEnd, periodsToEnd } from '../domain/subscriptions/end-periods.ts'
import { expirePayment, overdueDeposits } from '../domain/subscriptions/expire-payment.ts'

/** What one tick takes on; the rest waits for the next. */
const BATCH = 50

/** Periods that are over go into grace, or end where their owner wished so. @returns how many were due */
export async function endPeriods(ctx: Ctx): Promise<number> {
  return each(ctx, await periodsToEnd(ctx, BATCH), (due) => commitUnlessMoved(ctx, endPeriod(ctx, due)))
}

/** Subscriptions that nobody renewed in their week of grace expire. */
export async function endGrace(ctx: Ctx): Promise<number> {
  return each(ctx, await gracesToEnd(ctx, BATCH), (due) => commitUnlessMoved(ctx, endGracePeriod(ctx, due)))
}

/** Payments that nobody approved in half an hour expire. */
export async function expireSubscriptionPayments(ctx: Ctx): Promise<number> {
  return each(ctx, await overdueDeposits(ctx, BATCH), (deposit) => expirePayment(ctx, deposit))
}

/** One at a time, each in its own commit: one that fails holds back no other. */
async function each<T>(ctx: Ctx, due: T[], work: (one: T) => Promise<void>): Promise<number> {
  for (const one of due) {
    await work(one).catch((error: unknown) =>
      console.error('cron: subscriptions', error instanceof Error ? error.name : 'error'),
    )
  }
  if (due.length > 0) ctx.later(() => sendOutbox(ctx))
  return due.length
}

/** Another cron, or a payment, came first: then there is nothing left to do here. */
async function commitUnlessMoved(ctx: Ctx, writes: Write[]): Promise<void> {
  await commit(ctx, writes).catch((error: unknown) => {
    if (!(error instanceof Stale)) throw error
  })
}
