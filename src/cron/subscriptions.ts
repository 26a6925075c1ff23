import type { Write } from '../db/client.ts'
import { Stale } from '../db/violation.ts'
import { commit } from '../domain/core/commit.ts'
import type { Ctx } from '../domain/core/context.ts'
import { endGracePeriod, endPeriod, gracesToEnd, periodsToEnd } from '../domain/shops/subscriptions/end-periods.ts'
import { expirePayment, overdueDeposits } from '../domain/shops/subscriptions/expire-payment.ts'
import { each } from './each.ts'

/** What one tick takes on; the rest waits for the next. */
const BATCH = 50

/** Periods that are over go into grace, or end where their owner wished so. @returns how many were due */
export async function endPeriods(ctx: Ctx): Promise<number> {
  return each('endPeriods', await periodsToEnd(ctx, BATCH), (due) => commitUnlessMoved(ctx, endPeriod(ctx, due)))
}

/** Subscriptions that nobody renewed in their week of grace expire. */
export async function endGrace(ctx: Ctx): Promise<number> {
  return each('endGrace', await gracesToEnd(ctx, BATCH), (due) => commitUnlessMoved(ctx, endGracePeriod(ctx, due)))
}

/** Payments that nobody approved in half an hour expire. */
export async function expireSubscriptionPayments(ctx: Ctx): Promise<number> {
  return each('expireSubscriptionPayments', await overdueDeposits(ctx, BATCH), (deposit) => expirePayment(ctx, deposit))
}

/** Another cron, or a payment, came first: then there is nothing left to do here. */
async function commitUnlessMoved(ctx: Ctx, writes: Write[]): Promise<void> {
  await commit(ctx, writes).catch((error: unknown) => {
    if (!(error instanceof Stale)) throw error
  })
}
