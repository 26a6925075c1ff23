import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type TransferKind, transfers } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { bookingMachine } from '../bookings/machine.ts'
import { getBooking } from '../bookings/queries.ts'
import { expenseMachine } from '../expenses/machine.ts'
import { getExpense } from '../expenses/queries.ts'
import { selectTransfers, type TransferRow } from './queries.ts'

const BOOKED: TransferKind[] = [
  'booking:fee',
  'booking:given',
  'booking:got',
  'booking:rounding',
  'booking:settlement',
  'booking:topUp',
]

/** Whether an adjustment reverses the whole act: people approved it, and it belongs to no order, payment, payout or refund. */
export const isTakenBackByAdjusting = ({ kind }: Pick<TransferRow, 'kind'>) =>
  kind === 'expense:approved' || BOOKED.includes(kind)

/** The rest of a reversal: the other transfers of the same act, and the writes that mark the expense or booking as taken back. */
export async function besideReversal(
  ctx: Ctx,
  wrong: TransferRow,
  reason: string,
): Promise<{ others: TransferRow[]; writes: Write[] }> {
  if (wrong.kind === 'expense:approved') {
    const expense = await getExpense(ctx, wrong.ref)
    const isStanding = expense.reversedAt === null
    const set = { reversedAt: ctx.now }
    return {
      others: [],
      writes: isStanding ? transition(ctx, expenseMachine, expense, 'takeBack', { reason, set }) : [],
    }
  }
  if (!BOOKED.includes(wrong.kind)) return { others: [], writes: [] }
  const booking = await getBooking(ctx, wrong.ref)
  const others = await selectTransfers(ctx)
    .where(and(inArray(transfers.kind, BOOKED), eq(transfers.ref, booking.id), ne(transfers.id, wrong.id)))
    .orderBy(asc(transfers.kind))
  return {
    others,
    writes: booking.status === 'BOOKED' ? transition(ctx, bookingMachine, booking, 'reverse', { reason }) : [],
  }
}
