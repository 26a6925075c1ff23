import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '../../../db/counters.ts'
import { readPage } from '../../../db/read-page.ts'
import { bookings } from '../../../db/schema/money/bookings.ts'
import * as f from '../../../kernel/fields.ts'
import type { Ctx } from '../../core/context.ts'
import * as fields from './fields.ts'
import { selectBookings } from './queries.ts'
import { viewBooking } from './view.ts'

export const ListBookings = z.strictObject({
  ...f.pageQuery,
  status: fields.status.optional(),
  kind: fields.kind.optional(),
})

/** Bookings, newest first, each with an address at which the caller may read its document (docs/money.md, Bookings). */
export async function listBookings(ctx: Ctx, { status, kind, ...page }: z.output<typeof ListBookings>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectBookings(ctx)
      .where(and(status && eq(bookings.status, status), kind && eq(bookings.kind, kind)))
      .orderBy(desc(bookings.createdAt), desc(bookings.id)),
    totalOf(ctx.db, counterName('bookings', { status, kind })),
  )
  return { bookings: await Promise.all(rows.map((row) => viewBooking(ctx, row))), pagination }
}
