import { type SQL, sql } from 'drizzle-orm'
import { EXPENSE_STATUSES } from '#db/schema/money/expenses.ts'
import { dayOf, periodOf, startOfDay } from '#kernel/period.ts'
import { DAY_MS } from '#kernel/time.ts'
import { all, during, type ExpenseFilter, kindOf, matching, selectNewestFound } from './filter.ts'

const eachOf = (from: SQL, where: SQL) => sql`SELECT e.currency, 1 AS count, e.amount_minor FROM ${from} WHERE ${where}`

/**
 * Rows of `currency`, `count` and `amount_minor` that add up to all that a filter finds. Whole days, and all days together, are
 * kept as sums; of a day that the period cuts, and of what a search looks at, the expenses themselves are added up.
 */
export function sumsOf(filter: ExpenseFilter, now: number): SQL {
  if (filter.search !== undefined) return eachOf(selectNewestFound(filter.search), matching(filter))
  const kind = kindOf(filter)
  // The key of the totals begins with the state: without one in the filter, each is looked up.
  const states = filter.status ? [] : [sql.raw(`e.status IN ('${EXPENSE_STATUSES.join("', '")}')`)]
  const kept = (days: SQL[]) =>
    sql`SELECT e.currency, e.count, e.amount_minor FROM expense_totals e WHERE ${all([...states, ...days, ...kind])}`
  const given = periodOf(filter)
  if (given.since === undefined && given.before === undefined) return kept([sql`e.day = ''`])
  // Nothing is to come: so much later a day may not be written with four figures.
  const { since, before = now + DAY_MS } = {
    ...given,
    ...(given.before && { before: Math.min(given.before, now + DAY_MS) }),
  }
  const some = (from: number | undefined, to: number) =>
    eachOf(sql`expenses e`, all([...during({ since: from, before: to }), ...kind]))
  const first = since === undefined ? undefined : startOfDay(since + DAY_MS - 1)
  const end = startOfDay(before)
  if (first !== undefined && first >= end) return some(since, before)
  const whole = kept([
    sql`e.day < ${dayOf(end)}`,
    first === undefined ? sql`e.day > ''` : sql`e.day >= ${dayOf(first)}`,
  ])
  const parts = [whole, some(end, before), ...(first === undefined || since === first ? [] : [some(since, first)])]
  return sql.join(parts, sql` UNION ALL `)
}
