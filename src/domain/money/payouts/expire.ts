import { and, asc, lte, sql } from 'drizzle-orm'
import { retryOnStale } from '../../../db/commit.ts'
import { payouts } from '../../../db/schema/money/payouts.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { payoutMachine } from './machine.ts'

/** One tick's share; the next tick takes the rest. */
const BATCH = 40

/** Written out, because a bound value would keep SQLite from the partial index. */
const isAwaiting = sql`status = 'AWAITING_CODE'`

/** Payouts whose code ran out before anybody typed it end as EXPIRED. */
export const expirePayouts = (ctx: Ctx): Promise<number> =>
  retryOnStale(async () => {
    const due = await ctx.db
      .select()
      .from(payouts)
      .where(and(isAwaiting, lte(payouts.expiresAt, ctx.now)))
      .orderBy(asc(payouts.expiresAt))
      .limit(BATCH)
    await commit(
      ctx,
      due.flatMap((row) => transition(ctx, payoutMachine, row, 'expire')),
    )
    return due.length
  })
