import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { WAITING, waitingCounters } from '../../../db/counters.ts'
import { counters } from '../../../db/schema/core/counters.ts'
import { columnOfStatus } from '../../../db/schema/office/days.ts'
import { ORDER_STATUSES } from '../../../db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { during, type Minor, numbersOf, Orders, type Shown, Sum, shown, viewOrders, viewSum } from './fields.ts'

export const ShowAdminDashboard = z.strictObject(shown)

export const AdminDashboardView = z
  .object({
    orders: Orders,
    sales: z.array(Sum).optional().meta({ description: 'Caché à SUPPORT.' }),
    waiting: numbersOf(WAITING),
  })
  .meta({ id: 'AdminDashboard' })
type AdminDashboardView = z.output<typeof AdminDashboardView>

const IN_STATE = sql.raw(
  ORDER_STATUSES.map((status) => `coalesce(sum(t.${columnOfStatus(status)}), 0) AS ${columnOfStatus(status)}`).join(
    ', ',
  ),
)

/**
 * The orders of some days by their state now, what was sold in them, and what waits for the team now (docs/money.md,
 * Reports). 400 over 366 days.
 */
export async function showAdminDashboard(ctx: Ctx, query: Shown): Promise<AdminDashboardView> {
  const days = during(query, ctx.now)
  const waiting = waitingCounters()
  const names = waiting.map(({ name }) => name)
  const [[states], sales, values] = await readTogether(
    ctx.db,
    ctx.db.all<Record<string, number>>(sql`SELECT ${IN_STATE} FROM order_days t WHERE ${days}`),
    ctx.db.all<Minor>(sql`SELECT t.currency, sum(t.gross_minor) AS minor FROM sales_days t WHERE ${days}
      GROUP BY t.currency HAVING sum(t.gross_minor) > 0 ORDER BY t.currency`),
    ctx.db.select().from(counters).where(inArray(counters.name, names)),
  )
  const kept = new Map(values.map(({ name, value }) => [name, value]))
  const sumOf = (as: (typeof WAITING)[number]) =>
    waiting.reduce((sum, one) => sum + (one.as === as ? (kept.get(one.name) ?? 0) : 0), 0)
  return {
    orders: viewOrders((status) => states?.[columnOfStatus(status)] ?? 0),
    ...(actorOf(ctx).role !== 'SUPPORT' && { sales: sales.map(viewSum) }),
    waiting: Object.fromEntries(WAITING.map((as) => [as, sumOf(as)])) as AdminDashboardView['waiting'],
  }
}
