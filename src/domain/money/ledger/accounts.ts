import type { GatewayId } from '../../../providers/gateways.ts'

/** Account codes of docs/money.md, Accounts. Those that end in held, pending, reserved or inFlight may never be negative. */
export const REFUNDS_IN_FLIGHT = 'refunds:inFlight'
/** What payins brought above, or instead of, what was asked for: it waits here to go back. */
export const SURPLUS = 'payins:held'
export const COMMISSION = 'platform:commission'
export const DELIVERY_MARGIN = 'platform:delivery'
export const SUBSCRIPTIONS = 'platform:subscriptions'
export const CASH = 'platform:cash'
/** What was spent, as approved. */
export const EXPENSES = 'platform:expenses'
/** What administrators' payouts on their way hold, whichever account they are paid from. */
export const PAYOUTS_RESERVED = 'platform:reserved'
/** Charges that staff made, for no order. */
export const CHARGES = 'platform:charges'
/** Our exchange position: what was paid in another currency than the order's, and what its books got for it. */
export const FX = 'platform:fx'
/** What operators that take no decimals were paid above the price. */
export const ROUNDING = 'platform:rounding'
/** Fees that gateways took. */
export const FEES = 'platform:fees'
/** Our money at the bank, seen from the other side. */
export const BANK = 'platform:bank'

/** The account of our money at a gateway, seen from the other side. The laws of bookings spell it the same way. */
export const clearingOf = (gateway: GatewayId) => `gateway${gateway}:clearing`

/** Each order has its own, so that what is refunded of it can never pass what was paid for it. */
export const heldFor = (orderId: string) => `order:${orderId}:held`
export const pendingOf = (sellerProfileId: string) => `seller:${sellerProfileId}:pending`

export type Owner = { ownerKind: 'seller' | 'rider'; ownerId: string }
export const availableOf = ({ ownerKind, ownerId }: Owner) => `${ownerKind}:${ownerId}:available`
/** Whose available money an account is; undefined for any other. */
export function ownerOfAvailable(code: string): Owner | undefined {
  const [, ownerKind, ownerId] = /^(seller|rider):(.+):available$/.exec(code) ?? []
  return ownerId && (ownerKind === 'seller' || ownerKind === 'rider') ? { ownerKind, ownerId } : undefined
}
export const reservedOf = ({ ownerKind, ownerId }: Owner) => `${ownerKind}:${ownerId}:reserved`
