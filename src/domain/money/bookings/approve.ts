import { sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { approveByCode } from '#domain/core/approvals/approval.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { ROUNDING } from '../ledger/accounts.ts'
import { approvalOf, recordOf, requireConfirmable } from './facts.ts'
import { bookingMachine } from './machine.ts'
import { getBooking } from './queries.ts'
import { postBooking } from './transfers.ts'

const TOO_LITTLE_ROUNDING = guard('TOO_LITTLE_ROUNDING', 'CONFLICT', {
  reason: 'INSUFFICIENT_BALANCE',
  message: 'Les arrondis ne montent pas à ce montant.',
})

/**
 * Uses up the code and books, in one commit (docs/money.md, Bookings). A code that died leaves the booking to wait. Runs inside
 * the admin's Durable Object.
 * @returns the booking's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404, 409, 410, 429 after five tries
 */
export const approveBooking = (ctx: Ctx, { pendingId, ...typed }: ApprovalInput): Promise<string> =>
  retryOnStale(async () => {
    const booking = await getBooking(ctx, pendingId)
    requireConfirmable(ctx, booking)
    const { id, kind, currency } = booking
    const lacks = sql`EXISTS (
      SELECT 1 FROM accounts a WHERE a.code = ${ROUNDING} AND a.currency = ${currency} AND a.balance_minor < 0)`
    await approveByCode(
      ctx,
      approvalOf(ctx, booking),
      typed,
      () => [],
      (used) =>
        commit(ctx, [
          ...used,
          ...transition(ctx, bookingMachine, booking, 'book', {
            set: { confirmedBy: actorOf(ctx).id, expiresAt: null },
          }),
          ...postBooking(ctx, booking),
          ...(kind === 'ROUNDING' ? [abortWhen(ctx.db, TOO_LITTLE_ROUNDING, lacks)] : []),
          recordAct(ctx, 'booking.confirm', id, recordOf(booking)),
        ]),
    )
    return id
  })
