import { and, asc, lte, sql } from 'drizzle-orm'
import { bookings } from '#db/schema/money/bookings.ts'
import { LAPSE_BATCH, lapseDue } from '#domain/core/approvals/lapse.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { bookingMachine } from './machine.ts'

/** Written out, because a bound value would keep SQLite from the partial index. */
const isWaiting = sql`status = 'REQUESTED'`

const selectDue = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(bookings)
    .where(and(isWaiting, lte(bookings.expiresAt, ctx.now)))
    .orderBy(asc(bookings.expiresAt))
    .limit(LAPSE_BATCH)

/** Bookings that nobody confirmed within a day end as EXPIRED; their reference is free again. */
export const expireBookings = (ctx: Ctx): Promise<number> =>
  lapseDue(
    ctx,
    () => selectDue(ctx),
    (row) => transition(ctx, bookingMachine, row, 'lapse'),
  )
