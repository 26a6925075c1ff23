import { desc, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { expenses } from '#db/schema/money/expenses.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { currencies, formatAmount } from '#kernel/money.ts'
import { offsetOf, pagination } from '#kernel/page.ts'
import { expenseFilter, matching, selectNewestFound } from './filter.ts'
import { sumsOf } from './sums.ts'
import { type ExpenseList, viewExpense } from './view.ts'

export const ListExpenses = z.strictObject({ ...f.pageQuery, ...expenseFilter })
type ListExpenses = z.output<typeof ListExpenses>

/** A column of each currency: D1 counts a row twice that is sorted into a group. */
const SUMS = sql.raw(
  currencies
    .map(
      (currency) =>
        `sum(s.count) FILTER (WHERE s.currency = '${currency}') AS "${currency} count",
      sum(s.amount_minor) FILTER (WHERE s.currency = '${currency}') AS "${currency} amount"`,
    )
    .join(', '),
)

/**
 * Expenses, the last incurred first, with the sums of all that the filter finds, in each currency (docs/money.md, Expenses). The
 * sums and the number of rows come from totals that are kept by day; a search looks at the 1,000 written down last that it finds.
 */
export async function listExpenses(ctx: Ctx, input: ListExpenses): Promise<z.output<typeof ExpenseList>> {
  const [rows, [found]] = await readTogether(
    ctx.db,
    selectPage(ctx, input),
    ctx.db.all<Record<string, number | null>>(sql`SELECT ${SUMS} FROM (${sumsOf(input, ctx.now)}) s`),
  )
  const sums = currencies.toSorted().flatMap((currency) => {
    const [count, amountMinor] = [found?.[`${currency} count`] ?? 0, found?.[`${currency} amount`] ?? 0]
    return count > 0 ? [{ currency, count, amountMinor }] : []
  })
  const total = sums.reduce((sum, { count }) => sum + count, 0)
  return {
    expenses: rows.map((row) => viewExpense(ctx, row)),
    pagination: pagination(input, total),
    totals: sums.map(({ currency, amountMinor }) => ({ currency, amount: formatAmount(amountMinor, currency) })),
  }
}

/** The page is cut from an index alone; only its own rows are then read. */
function selectPage(ctx: Ctx, input: ListExpenses) {
  const from = input.search === undefined ? sql`expenses e` : selectNewestFound(input.search)
  const ids = sql`(SELECT e.id FROM ${from} WHERE ${matching(input)}
    ORDER BY e.incurred_at DESC, e.id DESC LIMIT ${input.limit} OFFSET ${offsetOf(input)})`
  return ctx.db
    .select()
    .from(expenses)
    .where(inArray(expenses.id, ids))
    .orderBy(desc(expenses.incurredAt), desc(expenses.id))
}
