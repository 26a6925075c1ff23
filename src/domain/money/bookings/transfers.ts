import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { BANK, CASH, clearingOf, FEES, FX, ROUNDING } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import type { BookingRow } from './queries.ts'

/**
 * The transfers of a booking (docs/money.md, Bookings). Accounts that stand for the outside are its mirror: what leaves a gateway
 * brings its clearing account up, what comes to the bank takes the bank's down.
 */
export function transfersOf({ id: ref, kind, gateway, currency, amountMinor, ...other }: BookingRow): Transfer[] {
  const money = { ref, currency, amountMinor }
  // By a CHECK of the table only what is between accounts of ours has no gateway.
  const clearing = () => clearingOf(gateway ?? fail('INTERNAL_ERROR'))
  switch (kind) {
    case 'GATEWAY_FEE':
      return [{ ...money, kind: 'booking:fee', from: FEES, to: clearing() }]
    case 'SETTLEMENT':
      return [{ ...money, kind: 'booking:settlement', from: BANK, to: clearing() }]
    case 'TOP_UP':
      return [{ ...money, kind: 'booking:topUp', from: clearing(), to: BANK }]
    case 'ROUNDING':
      return [{ ...money, kind: 'booking:rounding', from: ROUNDING, to: CASH }]
    case 'EXCHANGE': {
      const { toCurrency, toAmountMinor } = other
      const given: Transfer = { ...money, kind: 'booking:given', from: FX, to: BANK }
      if (!toCurrency || toAmountMinor === null) return [given]
      return [given, { ref, kind: 'booking:got', from: BANK, to: FX, currency: toCurrency, amountMinor: toAmountMinor }]
    }
  }
}

export const postBooking = (ctx: Ctx, booking: BookingRow): Write[] =>
  transfersOf(booking).flatMap((transfer) => post(ctx, transfer))
