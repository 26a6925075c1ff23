import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { WAITING, waitingCounters } from '#db/counters.ts'
import { counters } from '#db/schema/core/counters.ts'
import { ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { PRICE_CURRENCIES, type PriceCurrency } from '#kernel/money.ts'
import { type DashboardPeriod, during, numbersOf, Orders, Sum, shown, viewOrders, viewSum } from './fields.ts'

export const ShowAdminDashboard = z.strictObject(shown)

export const AdminDashboardView = z
  .object({
    orders: Orders,
    sales: z.array(Sum).optional().meta({ description: 'Caché à SUPPORT.' }),
    waiting: numbersOf(WAITING),
  })
  .meta({ id: 'AdminDashboard' })
type AdminDashboardView = z.output<typeof AdminDashboardView>

/** Columns for one row of sums, so that nothing is sorted. */
const IN_STATE = sql.raw(
  ORDER_STATUSES.map((status) => `sum(t.orders) FILTER (WHERE t.status = '${status}') AS "${status}"`).join(', '),
)
const IN_CURRENCY = sql.raw(
  PRICE_CURRENCIES.map(
    (currency) => `sum(t.gross_minor) FILTER (WHERE t.currency = '${currency}') AS ${currency}`,
  ).join(', '),
)
const salesIn = (sums: Partial<Record<PriceCurrency, number | null>> = {}) =>
  PRICE_CURRENCIES.flatMap((currency) => (sums[currency] ? [viewSum({ currency, minor: sums[currency] })] : []))

/**
 * Shows the team the orders of some days by their present state, the sales of those days, and the work that waits now (docs/money.md,
 * Reports).
 * @throws 400 over 366 days
 */
export async function showAdminDashboard(ctx: Ctx, query: DashboardPeriod): Promise<AdminDashboardView> {
  const days = during(query, ctx.now)
  const waiting = waitingCounters()
  const names = waiting.map(({ name }) => name)
  const [[states], [sales], values] = await readTogether(
    ctx.db,
    ctx.db.all<Record<(typeof ORDER_STATUSES)[number], number | null>>(
      sql`SELECT ${IN_STATE} FROM order_days t WHERE ${days}`,
    ),
    ctx.db.all<Record<PriceCurrency, number>>(sql`SELECT ${IN_CURRENCY} FROM sales_days t WHERE ${days}`),
    ctx.db.select().from(counters).where(inArray(counters.name, names)),
  )
  const kept = new Map(values.map(({ name, value }) => [name, value]))
  const sumOf = (as: (typeof WAITING)[number]) =>
    waiting.reduce((sum, one) => sum + (one.as === as ? (kept.get(one.name) ?? 0) : 0), 0)
  return {
    orders: viewOrders((status) => states?.[status] ?? 0),
    ...(actorOf(ctx).role !== 'SUPPORT' && { sales: salesIn(sales) }),
    waiting: Object.fromEntries(WAITING.map((as) => [as, sumOf(as)])) as AdminDashboardView['waiting'],
  }
}
