import { and, between, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { riderDeliveries } from '#db/schema/office/days.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { reportDays } from '#kernel/period.ts'
import { type DashboardPeriod, during, type Minor, Sum, shown, viewSum } from './fields.ts'

export const ShowRiderDashboard = z.strictObject(shown)

const Earned = Sum.extend({ deliveries: z.int() })
export const RiderDashboardView = z
  .object({ delivered: z.int(), activeJobs: z.int(), earnings: z.array(Earned) })
  .meta({ id: 'RiderDashboard' })

/**
 * Shows a rider the delivered jobs among those opened in some days, their present jobs, and their earnings in those days (docs/money.md,
 * Reports).
 * @throws 400 over 366 days
 */
export async function showRiderDashboard(
  ctx: Ctx,
  query: DashboardPeriod,
): Promise<z.output<typeof RiderDashboardView>> {
  const { riderId } = riderOf(ctx)
  const { first, last } = reportDays(query, ctx.now)
  const [[rider], [done], earned] = await readTogether(
    ctx.db,
    ctx.db.select({ activeJobs: riders.activeJobs }).from(riders).where(eq(riders.id, riderId)),
    ctx.db
      .select({ count: sql<number>`coalesce(sum(rider_deliveries.delivered), 0)`.as('count') })
      .from(riderDeliveries)
      .where(and(eq(riderDeliveries.riderId, riderId), between(riderDeliveries.day, first, last))),
    ctx.db.all<Minor & { deliveries: number }>(sql`
      SELECT t.currency, sum(t.earned_minor) AS minor, sum(t.deliveries) AS deliveries FROM rider_days t
      WHERE t.rider_id = ${riderId} AND ${during(query, ctx.now)}
      GROUP BY t.currency HAVING sum(t.deliveries) > 0 ORDER BY t.currency`),
  )
  return {
    delivered: done?.count ?? 0,
    activeJobs: rider?.activeJobs ?? 0,
    earnings: earned.map((one) => ({ ...viewSum(one), deliveries: one.deliveries })),
  }
}
