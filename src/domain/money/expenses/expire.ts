import { and, asc, lte } from 'drizzle-orm'
import { retryOnStale } from '../../../db/commit.ts'
import { expenses } from '../../../db/schema/money/expenses.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { lapse } from './approval-code.ts'
import { isAwaiting } from './queries.ts'

/** One tick's share; the next tick takes the rest. */
const BATCH = 40

/** Expenses whose code ran out before anybody typed it wait as PENDING again. */
export const expireExpenseCodes = (ctx: Ctx): Promise<number> =>
  retryOnStale(async () => {
    const due = await ctx.db
      .select()
      .from(expenses)
      .where(and(isAwaiting, lte(expenses.expiresAt, ctx.now)))
      .orderBy(asc(expenses.expiresAt))
      .limit(BATCH)
    await commit(
      ctx,
      due.flatMap((row) => lapse(ctx, row, 'EXPIRED')),
    )
    return due.length
  })
