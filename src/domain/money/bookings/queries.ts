import { eq, getTableColumns, sql } from 'drizzle-orm'
import { bookings } from '#db/schema/money/bookings.ts'
import type { Ctx } from '#domain/core/context.ts'
import { papersWhere } from '#domain/core/files/documents.ts'
import { fail } from '#kernel/failure.ts'

export type BookingRow = typeof bookings.$inferSelect

/** Bookings, each with its document. */
export const selectBookings = (ctx: Ctx) =>
  ctx.db
    .select({ ...getTableColumns(bookings), papers: papersWhere(sql`d.id = bookings.document_id`).as('papers') })
    .from(bookings)
    .$dynamic()

export type BookingFile = Awaited<ReturnType<typeof selectBookings>>[number]

/** 404 */
export async function getBooking(ctx: Ctx, id: string): Promise<BookingFile> {
  const [found] = await selectBookings(ctx).where(eq(bookings.id, id))
  return found ?? fail('NOT_FOUND')
}
