import { type Approval, requireLiveApproval } from '#domain/core/approvals/approval.ts'
import { shownAmount } from '#domain/core/audit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { nextStatus } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { excerpt } from '#kernel/text.ts'
import { bookingMachine } from './machine.ts'
import type { BookingRow } from './queries.ts'

const WORDS: Record<BookingRow['kind'], string> = {
  GATEWAY_FEE: "Frais d'un opérateur",
  SETTLEMENT: 'Virement vers la banque',
  TOP_UP: 'Approvisionnement',
  EXCHANGE: 'Change',
  ROUNDING: 'Arrondis',
}

/** The facts of a booking in mails. */
export const factsOf = ({ kind, gateway, amountMinor, currency, reference }: BookingRow) => ({
  what: gateway ? `${WORDS[kind]} (${gateway})` : WORDS[kind],
  amount: { amountMinor, currency },
  reference: excerpt(reference),
})

/** The facts of a booking in the audit record. */
export const recordOf = (booking: BookingRow) => ({
  ...{ kind: booking.kind, gateway: booking.gateway, reference: booking.reference },
  ...shownAmount(booking),
  ...(booking.toCurrency &&
    booking.toAmountMinor !== null && {
      to: shownAmount({ currency: booking.toCurrency, amountMinor: booking.toAmountMinor }),
    }),
})

/** The approval of a booking: its code is good for one administrator and exactly this booking. */
export const approvalOf = (ctx: Ctx, booking: BookingRow): Approval => ({
  purpose: 'BOOKING',
  requestedBy: actorOf(ctx).id,
  terms: [
    ...[booking.id, booking.kind, booking.gateway, booking.amountMinor, booking.currency],
    ...[booking.toAmountMinor, booking.toCurrency, booking.foldedReference],
  ],
})

/**
 * Refuses a booking that this administrator may not confirm now.
 * @throws 409 for the administrator who asked for it, and if it is booked; 410 if it has expired
 */
export function requireConfirmable(ctx: Ctx, { status, expiresAt, requestedBy }: BookingRow): void {
  requireLiveApproval(ctx, {
    ...{ isAwaiting: status === 'REQUESTED', hasExpired: status === 'EXPIRED' },
    ...{ endedBy: null, expiresAt },
  })
  nextStatus(bookingMachine, status, 'book')
  if (requestedBy === actorOf(ctx).id)
    fail('CONFLICT', { message: 'Vous avez demandé cette écriture : un autre administrateur la confirme.' })
}
