import { and, desc, eq, gte, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { bookings } from '#db/schema/money/bookings.ts'
import { feeDays } from '#db/schema/money/fee-days.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { monthBefore } from '#kernel/period.ts'
import * as fields from './fields.ts'
import { selectBookings } from './queries.ts'
import { BookingView, viewBooking } from './view.ts'

export const ListBookings = z.strictObject({
  ...f.pageQuery,
  status: fields.status.optional(),
  kind: fields.kind.optional(),
})

export const BookingList = z
  .object({
    bookings: z.array(BookingView),
    pagination: f.paginationOut,
    /** Fees that gateways report for this month and the last; they book nothing by themselves. */
    fees: z.array(z.object({ month: f.month, gateway: fields.gateway, currency: f.currency, amount: f.decimal })),
  })
  .meta({ id: 'BookingList' })

/** Bookings, newest first, each with an address at which the caller may read its document (docs/money.md, Bookings). */
export async function listBookings(ctx: Ctx, { status, kind, ...page }: z.output<typeof ListBookings>) {
  const { rows, pagination, others } = await readPage(
    ctx.db,
    page,
    selectBookings(ctx)
      .where(and(status && eq(bookings.status, status), kind && eq(bookings.kind, kind)))
      .orderBy(desc(bookings.createdAt), desc(bookings.id)),
    totalOf(ctx.db, counterName('bookings', { status, kind })),
    selectFees(ctx),
  )
  return {
    bookings: await Promise.all(rows.map((row) => viewBooking(ctx, row))),
    pagination,
    fees: others[0].map(({ amountMinor, ...fee }) => ({ ...fee, amount: formatAmount(amountMinor, fee.currency) })),
  }
}

function selectFees(ctx: Ctx) {
  const month = sql<string>`substr(day, 1, 7)`
  const lastMonth = monthBefore(ctx.now)
  return ctx.db
    .select({
      month: month.as('month'),
      gateway: feeDays.gateway,
      currency: feeDays.currency,
      amountMinor: sql<number>`sum(amount_minor)`.as('taken_minor'),
    })
    .from(feeDays)
    .where(gte(feeDays.day, `${lastMonth}-01`))
    .groupBy(month, feeDays.gateway, feeDays.currency)
    .orderBy(desc(month), feeDays.gateway, feeDays.currency)
}
