import { and, asc, lte } from 'drizzle-orm'
import { expenses } from '#db/schema/money/expenses.ts'
import { isAwaiting, LAPSE_BATCH, lapseDue } from '#domain/core/approvals/lapse.ts'
import type { Ctx } from '#domain/core/context.ts'
import { lapse } from './approval-code.ts'

const selectDue = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(expenses)
    .where(and(isAwaiting, lte(expenses.expiresAt, ctx.now)))
    .orderBy(asc(expenses.expiresAt))
    .limit(LAPSE_BATCH)

/** Expenses whose code ran out before anybody typed it wait as PENDING again. */
export const expireExpenseCodes = (ctx: Ctx): Promise<number> =>
  lapseDue(
    ctx,
    () => selectDue(ctx),
    (row) => lapse(ctx, row, 'EXPIRED'),
  )
