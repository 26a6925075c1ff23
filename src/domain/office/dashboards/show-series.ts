import { getTableName, sql } from 'drizzle-orm'
import * as z from 'zod'
import { deliveryDays, orderDays, refundDays, salesDays, userDays } from '#db/schema/office/days.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { dayOfNumber, numberOfDay, reportDays } from '#kernel/period.ts'
import { during, shown } from './fields.ts'

/** The series: each with its table of days, and the column that it adds up. */
const SERIES = {
  orders: { days: orderDays, sum: 'orders', isMoney: false },
  sales: { days: salesDays, sum: 'gross_minor', isMoney: true },
  users: { days: userDays, sum: 'users', isMoney: false },
  deliveries: { days: deliveryDays, sum: 'delivered', isMoney: false },
  refunds: { days: refundDays, sum: 'amount_minor', isMoney: true },
} as const
const METRICS = Object.keys(SERIES) as [keyof typeof SERIES, ...(keyof typeof SERIES)[]]

export const ShowSeries = z.strictObject({ ...shown, metric: z.enum(METRICS).default('orders') })

const value = z.union([f.decimal, z.int()])
export const SeriesView = z
  .object({
    metric: z.enum(METRICS),
    currency: f.currency.nullable(),
    points: z.array(z.object({ date: f.day, value })),
    total: value,
  })
  .meta({ id: 'Series' })

/**
 * Shows one figure for each day, zeros too, the oldest first (docs/money.md, Reports). Money is in one currency, USD unless one is named.
 * @throws 403 for SUPPORT on money; 400 over 366 days
 */
export async function showSeries(ctx: Ctx, { metric, ...query }: z.output<typeof ShowSeries>) {
  const { days, sum, isMoney } = SERIES[metric]
  if (isMoney && actorOf(ctx).role === 'SUPPORT') fail('FORBIDDEN')
  const { currency: named, ...period } = query
  const currency = metric === 'users' ? undefined : (named ?? (isMoney ? 'USD' : undefined))
  const found = await ctx.db.all<{ day: string; sum: number }>(sql`
    SELECT t.day, sum(${sql.raw(`t.${sum}`)}) AS sum FROM ${sql.identifier(getTableName(days))} t
    WHERE ${during({ ...period, currency }, ctx.now)} GROUP BY t.day`)
  const sums = new Map(found.map((one) => [one.day, one.sum]))
  const view = (value: number) => (isMoney && currency ? formatAmount(value, currency) : value)
  return {
    metric,
    currency: currency ?? null,
    points: everyDay(reportDays(period, ctx.now)).map((date) => ({ date, value: view(sums.get(date) ?? 0) })),
    total: view(found.reduce((total, one) => total + one.sum, 0)),
  }
}

function everyDay({ first, last }: { first: string; last: string }): string[] {
  const from = numberOfDay(first)
  return Array.from({ length: Math.max(0, numberOfDay(last) - from + 1) }, (_, i) => dayOfNumber(from + i))
}
