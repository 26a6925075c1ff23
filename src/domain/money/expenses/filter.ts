import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { prefixQuery } from '#db/search-terms.ts'
import * as f from '#kernel/fields.ts'
import { type Period, periodOf, periodQuery } from '#kernel/period.ts'
import { category, status } from './fields.ts'

/** Filters of a list of expenses, of its sums and of its file. */
export const expenseFilter = {
  status: status.optional(),
  category: category.optional(),
  currency: f.currency.optional(),
  ...periodQuery,
  search: f.search.optional(),
}
const Filter = z.object(expenseFilter)
export type ExpenseFilter = z.output<typeof Filter>

/** A search looks at this many of the expenses that it finds, those written down last. */
const MOST_SEARCHED = 1000

export const all = (conditions: SQL[]) => sql.join([sql`1`, ...conditions], sql` AND `)

/** Conditions on status, category and currency, by which totals are kept. `e` is the expenses or their totals. */
export const kindOf = ({ status, category, currency }: ExpenseFilter): SQL[] => [
  ...(status ? [sql`e.status = ${status}`] : []),
  ...(category ? [sql`e.category = ${category}`] : []),
  ...(currency ? [sql`e.currency = ${currency}`] : []),
]

export const during = ({ since, before }: Period): SQL[] => [
  ...(since === undefined ? [] : [sql`e.incurred_at >= ${since}`]),
  ...(before === undefined ? [] : [sql`e.incurred_at < ${before}`]),
]

/** Condition of the filter on expenses `e`, without its search. */
export const matching = (filter: ExpenseFilter) => all([...kindOf(filter), ...during(periodOf(filter))])

/** Expenses `e` that contain the words of a search; `cut` orders and limits them. */
export const expensesWithWords = (search: string, cut: SQL) => sql`(
  SELECT rowid AS row FROM expenses_search WHERE expenses_search MATCH ${prefixQuery(search)} ${cut}) AS hit
  CROSS JOIN search_keys k ON k.row = hit.row CROSS JOIN expenses e ON e.id = k.thing_id`

/** The newest expenses that a search finds: a list looks at these. */
export const selectNewestFound = (search: string) =>
  expensesWithWords(search, sql`ORDER BY rowid DESC LIMIT ${MOST_SEARCHED}`)
