import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { documentAddress, readPapers } from '#domain/core/files/documents.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { gateway, kind, status } from './fields.ts'
import type { BookingFile } from './queries.ts'

/** A booking as finance sees one (docs/money.md, Bookings). */
export const BookingView = z
  .object({
    id: f.id,
    kind,
    status,
    gateway: gateway.nullable(),
    currency: f.currency,
    amount: f.decimal,
    toCurrency: f.currency.nullable(),
    toAmount: f.decimal.nullable(),
    reference: z.string(),
    note: z.string(),
    document: z.object({ id: f.id, contentType: z.string(), size: z.int(), url: z.string() }).nullable(),
    requestedBy: f.id,
    confirmedBy: f.id.nullable(),
    createdAt: f.isoTime,
    expiresAt: f.isoTime.nullable(),
    bookedAt: f.isoTime.nullable(),
    reversedAt: f.isoTime.nullable(),
  })
  .meta({ id: 'Booking' })

export async function viewBooking(ctx: Ctx, booking: BookingFile): Promise<z.output<typeof BookingView>> {
  const { reachedAt, toCurrency, toAmountMinor } = booking
  const [document = null] = readPapers(booking.papers)
  return {
    id: booking.id,
    kind: booking.kind,
    status: booking.status,
    gateway: booking.gateway,
    currency: booking.currency,
    amount: formatAmount(booking.amountMinor, booking.currency),
    toCurrency,
    toAmount: toCurrency && toAmountMinor !== null ? formatAmount(toAmountMinor, toCurrency) : null,
    reference: booking.reference,
    note: booking.note,
    document: document && {
      ...{ id: document.id, contentType: document.contentType, size: document.size },
      url: await documentAddress(ctx, document.id),
    },
    requestedBy: booking.requestedBy,
    confirmedBy: booking.confirmedBy,
    createdAt: iso(booking.createdAt),
    expiresAt: isoOrNull(booking.expiresAt),
    bookedAt: isoOrNull(reachedAt.BOOKED ?? null),
    reversedAt: isoOrNull(reachedAt.REVERSED ?? null),
  }
}
