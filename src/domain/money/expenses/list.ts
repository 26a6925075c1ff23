import { desc, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { expenses } from '#db/schema/money/expenses.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { offsetOf, pagination } from '#kernel/page.ts'
import { expenseFilter, matching, newestFound } from './filter.ts'
import { sumsOf } from './sums.ts'
import { type ExpenseList, viewExpense } from './view.ts'

export const ListExpenses = z.strictObject({ ...f.pageQuery, ...expenseFilter })
type ListExpenses = z.output<typeof ListExpenses>

type Sum = { currency: Currency; count: number; amountMinor: number }

/**
 * Expenses, the last incurred first, with the sums of all that the filter finds, in each currency (docs/money.md, Expenses). The
 * sums and the number of rows come from totals that are kept by day; a search looks at the 1,000 written down last that it finds.
 */
export async function listExpenses(ctx: Ctx, input: ListExpenses): Promise<z.output<typeof ExpenseList>> {
  const [rows, sums] = await readTogether(
    ctx.db,
    selectPage(ctx, input),
    ctx.db.all<Sum>(sql`
      SELECT s.currency, sum(s.count) AS count, sum(s.amount_minor) AS amountMinor FROM (${sumsOf(input, ctx.now)}) s
      GROUP BY s.currency HAVING sum(s.count) > 0 ORDER BY s.currency`),
  )
  const total = sums.reduce((sum, { count }) => sum + count, 0)
  return {
    expenses: rows.map(viewExpense),
    pagination: pagination(input, total),
    totals: sums.map(({ currency, amountMinor }) => ({ currency, amount: formatAmount(amountMinor, currency) })),
  }
}

/** The page is cut from an index alone; only its own rows are then read. */
function selectPage(ctx: Ctx, input: ListExpenses) {
  const from = input.search === undefined ? sql`expenses e` : newestFound(input.search)
  const ids = sql`(SELECT e.id FROM ${from} WHERE ${matching(input)}
    ORDER BY e.incurred_at DESC, e.id DESC LIMIT ${input.limit} OFFSET ${offsetOf(input)})`
  return ctx.db
    .select()
    .from(expenses)
    .where(inArray(expenses.id, ids))
    .orderBy(desc(expenses.incurredAt), desc(expenses.id))
}
