import { fail } from '../../../kernel/failure.ts'
import { excerpt } from '../../../kernel/text.ts'
import { type Approval, requireLiveApproval } from '../../core/approvals/approval.ts'
import { shownAmount } from '../../core/audit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { nextStatus } from '../../core/machine.ts'
import { bookingMachine } from './machine.ts'
import type { BookingRow } from './queries.ts'

const WORDS: Record<BookingRow['kind'], string> = {
  GATEWAY_FEE: "Frais d'un opérateur",
  SETTLEMENT: 'Virement vers la banque',
  TOP_UP: 'Approvisionnement',
  EXCHANGE: 'Change',
  ROUNDING: 'Arrondis',
}

/** What mails say of a booking. */
export const factsOf = ({ kind, gateway, amountMinor, currency, reference }: BookingRow) => ({
  what: gateway ? `${WORDS[kind]} (${gateway})` : WORDS[kind],
  amount: { amountMinor, currency },
  reference: excerpt(reference),
})

/** What the record of acts says of it. */
export const recordOf = (booking: BookingRow) => ({
  ...{ kind: booking.kind, gateway: booking.gateway, reference: booking.reference },
  ...shownAmount(booking),
  ...(booking.toCurrency &&
    booking.toAmountMinor !== null && {
      to: shownAmount({ currency: booking.toCurrency, amountMinor: booking.toAmountMinor }),
    }),
})

/** A code is good for one administrator and exactly this booking. */
export const approvalOf = (ctx: Ctx, booking: BookingRow): Approval => ({
  purpose: 'BOOKING',
  requestedBy: actorOf(ctx).id,
  terms: [
    ...[booking.id, booking.kind, booking.gateway, booking.amountMinor, booking.currency],
    ...[booking.toAmountMinor, booking.toCurrency, booking.foldedReference],
  ],
})

/** A booking that this administrator may confirm now. 409 for whoever asked for it and for one that is booked, 410 once it expired */
export function requireConfirmable(ctx: Ctx, { status, expiresAt, requestedBy }: BookingRow): void {
  requireLiveApproval(ctx, {
    ...{ isAwaiting: status === 'REQUESTED', hasExpired: status === 'EXPIRED' },
    ...{ endedBy: null, expiresAt },
  })
  nextStatus(bookingMachine, status, 'book')
  if (requestedBy === actorOf(ctx).id)
    fail('CONFLICT', { message: 'Vous avez demandé cette écriture : un autre administrateur la confirme.' })
}
