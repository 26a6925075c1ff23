import { and, asc, gte, lte } from 'drizzle-orm'
import * as z from 'zod'
import { subscriptionDays } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount, PRICE_CURRENCIES } from '#kernel/money.ts'
import { GROUPINGS, groupOf, periodQuery, reportDays } from '#kernel/period.ts'

export const SubscriptionRevenue = z.strictObject({ ...periodQuery, groupBy: z.enum(GROUPINGS).default('day') })

const Sum = z.object({ currency: f.priceCurrency, amount: f.decimal })
export const SubscriptionRevenueView = z
  .object({ series: z.array(Sum.extend({ period: z.string() })), totals: z.array(Sum) })
  .meta({ id: 'SubscriptionRevenue' })

/**
 * The revenue of subscriptions by day, week or month, less the money given back in it; periods without either are left out (docs/money.md,
 * Figures of subscriptions).
 * @throws 400 over 366 days
 */
export async function showSubscriptionRevenue(
  ctx: Ctx,
  { groupBy, ...period }: z.output<typeof SubscriptionRevenue>,
): Promise<z.output<typeof SubscriptionRevenueView>> {
  const { first, last } = reportDays(period, ctx.now)
  const days = await ctx.db
    .select()
    .from(subscriptionDays)
    .where(and(gte(subscriptionDays.day, first), lte(subscriptionDays.day, last)))
    .orderBy(asc(subscriptionDays.day), asc(subscriptionDays.currency))
  const moved = days.filter(({ paidMinor, returnedMinor }) => paidMinor > 0 || returnedMinor > 0)
  const net = (rows: typeof days) => rows.reduce((sum, row) => sum + row.paidMinor - row.returnedMinor, 0)
  const of = PRICE_CURRENCIES.map((currency) => ({ currency, rows: moved.filter((row) => row.currency === currency) }))
  const series = of.flatMap(({ currency, rows }) =>
    [...Map.groupBy(rows, ({ day }) => groupOf(day, groupBy))].map(([group, each]) => ({
      period: group,
      currency,
      amount: formatAmount(net(each), currency),
    })),
  )
  return {
    series: series.sort((a, b) => Number(a.period > b.period) - Number(a.period < b.period)),
    totals: of.map(({ currency, rows }) => ({ currency, amount: formatAmount(net(rows), currency) })),
  }
}
