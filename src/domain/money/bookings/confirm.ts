import * as z from 'zod'
import { PendingApprovalView, sendApprovalCode, viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { ConfirmApproval, confirmOneAtATime } from '#domain/core/approvals/confirm.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { approvalOf, factsOf, requireConfirmable } from './facts.ts'
import { bookingCode } from './notices.ts'
import { getBooking } from './queries.ts'
import { BookingView, viewBooking } from './view.ts'

export const ConfirmBooking = ConfirmApproval.partial({ code: true })
export const ConfirmedBookingView = z.union([PendingApprovalView, BookingView])

/**
 * Confirms a booking: without a code, mails this administrator one for exactly this booking, valid for ten minutes; with it, books. Each
 * administrator has a code of their own, and the first who types it books (docs/money.md, Bookings).
 * @throws 401 INVALID_VERIFICATION_CODE; 404; 409 for the person who asked, and if it is booked; 410 if it or the code has expired; 429
 */
export async function confirmBooking(ctx: Ctx, { pendingId, code, totp }: z.output<typeof ConfirmBooking>) {
  const booking = await getBooking(ctx, pendingId)
  requireConfirmable(ctx, booking)
  if (code === undefined) {
    const tell = (sent: string) => mailTo(ctx, actorOf(ctx), bookingCode, { code: sent, ...factsOf(booking) })
    await commit(ctx, await sendApprovalCode(ctx, approvalOf(ctx, booking), tell))
    return viewPendingApproval(ctx, pendingId)
  }
  const id = await confirmOneAtATime(ctx, 'booking', { pendingId, code, ...(totp && { totp }) })
  return viewBooking(ctx, await getBooking(ctx, id))
}
