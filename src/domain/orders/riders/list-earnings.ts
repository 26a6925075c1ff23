import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countOf, readPage } from '#db/read-page.ts'
import { riderDays } from '#db/schema/orders/riders.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { daysOf, periodQuery } from '#kernel/period.ts'

export const ListEarnings = z.strictObject({ ...f.pageQuery, ...periodQuery })

const Earned = z.object({ currency: f.currency, earned: f.decimal, deliveries: z.int() })
export const Earnings = f
  .listOf('days', Earned.extend({ date: f.day }))
  .extend({ totals: z.array(Earned) })
  .meta({ id: 'Earnings' })

type Sum = { currency: Currency; earnedMinor: number; deliveries: number }
const view = ({ currency, earnedMinor, deliveries }: Sum) => ({
  currency,
  earned: formatAmount(earnedMinor, currency),
  deliveries,
})

/** Lists the rider's earnings, by currency and by day, newest first (docs/money.md, Commission and shares): a rider has few days. */
export async function listEarnings(ctx: Ctx, { from, to, ...page }: z.output<typeof ListEarnings>) {
  const { riderId } = riderOf(ctx)
  const { first, last } = daysOf({ from, to })
  const wanted = and(
    eq(riderDays.riderId, riderId),
    first === undefined ? undefined : gte(riderDays.day, first),
    last === undefined ? undefined : lte(riderDays.day, last),
  )
  const {
    rows,
    pagination,
    others: [totals],
  } = await readPage(
    ctx.db,
    page,
    ctx.db.select().from(riderDays).where(wanted).orderBy(desc(riderDays.day), desc(riderDays.currency)),
    countOf(ctx.db, riderDays, wanted),
    ctx.db
      .select({
        currency: riderDays.currency,
        earnedMinor: sql<number>`sum(rider_days.earned_minor)`.as('earned_minor'),
        deliveries: sql<number>`sum(rider_days.deliveries)`.as('deliveries'),
      })
      .from(riderDays)
      .where(wanted)
      .groupBy(riderDays.currency)
      .orderBy(desc(riderDays.currency)),
  )
  return { totals: totals.map(view), days: rows.map((row) => ({ date: row.day, ...view(row) })), pagination }
}
