import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import * as f from '#kernel/fields.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { periodQuery, reportDays } from '#kernel/period.ts'

/** The period that a dashboard shows (docs/conventions.md, Times), and the currency of its money. */
export const shown = { ...periodQuery, currency: f.currency.optional() }
const DashboardPeriod = z.object(shown)
export type DashboardPeriod = z.output<typeof DashboardPeriod>

/**
 * Condition: the day of a row of the table `t` is in the period.
 * @throws 400 over 366 days
 */
export function during({ currency, ...period }: DashboardPeriod, now: number): SQL {
  const { first, last } = reportDays(period, now)
  return sql`t.day BETWEEN ${first} AND ${last} ${currency ? sql`AND t.currency = ${currency}` : sql``}`
}

/** A number under each of these names. */
export const numbersOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>)

/** The number of orders in each state. */
export const Orders = z.object({ byStatus: numbersOf(ORDER_STATUSES) }).meta({ id: 'OrderCounts' })
type ByStatus = Record<(typeof ORDER_STATUSES)[number], number>
export const viewOrders = (countOf: (status: keyof ByStatus) => number) => ({
  byStatus: Object.fromEntries(ORDER_STATUSES.map((status) => [status, countOf(status)])) as ByStatus,
})

export const Sum = z.object({ currency: f.currency, amount: f.decimal })
export type Minor = { currency: Currency; minor: number }
export const viewSum = ({ currency, minor }: Minor) => ({ currency, amount: formatAmount(minor, currency) })
