import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { bookings } from '#db/schema/money/bookings.ts'
import { recordAct } from '#domain/core/audit.ts'
import { selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { withStoredDocument } from '#domain/core/files/documents.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { isInOffice, requireActiveStaff } from '#domain/core/guards.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { mailEverybody } from '#domain/core/notices/notify.ts'
import * as f from '#kernel/fields.ts'
import { fold } from '#kernel/folding.ts'
import { BOOKINGS_A_DAY } from '#kernel/limits.ts'
import { DAY_MS, iso } from '#kernel/time.ts'
import { factsOf, recordOf } from './facts.ts'
import { type RequestBooking, readAmounts } from './fields.ts'
import { bookingAsked } from './notices.ts'
import type { BookingRow } from './queries.ts'

/** Time that a booking waits for an administrator, in ms. */
const WAITS_MS = DAY_MS

export const RequestedBookingView = z.object({ pendingId: f.id, expiresAt: f.isoTime }).meta({ id: 'RequestedBooking' })

/**
 * Asks for a booking that a statement of the bank or of a gateway shows. Nothing moves until another person, an administrator, confirms it
 * within a day (docs/money.md, Bookings).
 * @throws 400; 409 ALREADY_EXISTS if the reference waits or stands; 413, 415, 429
 */
export async function requestBooking(ctx: Ctx, { document: file, ...input }: z.output<typeof RequestBooking>) {
  const { kind, reference, note } = input
  const { id: requestedBy } = actorOf(ctx)
  const row: BookingRow = {
    ...readAmounts(input),
    ...{ id: ctx.ids.v7(), kind, status: 'REQUESTED', reference, note, foldedReference: fold(reference) },
    ...{ requestedBy, confirmedBy: null, documentId: null, expiresAt: ctx.now + WAITS_MS },
    ...{ reachedAt: { REQUESTED: ctx.now }, version: 1, createdAt: ctx.now, updatedAt: ctx.now },
  }
  const quota = dayQuota(ctx, 'bookings', BOOKINGS_A_DAY)
  const [[made], [ofDay]] = await readTogether(ctx.db, selectTries(ctx, quota), selectBytesOfDay(ctx))
  requireLeft(ctx, quota, made)
  const write = (documentId: string | null, stored: Write[]) =>
    commit(ctx, [
      requireActiveStaff(ctx),
      ...withinDay(ctx, quota),
      ...stored,
      ctx.db.insert(bookings).values({ ...row, documentId }),
      recordCreation(ctx, 'booking', row.id, 'REQUESTED', 'request'),
      recordAct(ctx, 'booking.request', row.id, recordOf(row)),
      mailEverybody(ctx, sql`${isInOffice('ADMIN')} AND u.id <> ${requestedBy}`, bookingAsked, {
        ...factsOf(row),
        by: actorOf(ctx).email,
        opens: { bookingId: row.id },
      }),
    ])
  if (file) {
    const paper = { file, field: 'document', kind: 'BOOKING', ofDay, subjectId: row.id } as const
    await withStoredDocument(ctx, paper, ({ id }, stored) => write(id, stored))
  } else await write(null, [])
  return { pendingId: row.id, expiresAt: iso(ctx.now + WAITS_MS) }
}
