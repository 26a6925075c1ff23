import type { GatewayId } from '#providers/gateways.ts'

/** Account codes of docs/money.md, Accounts. Those that end in held, pending, reserved or inFlight may never be negative. */
export const REFUNDS_IN_FLIGHT = 'refunds:inFlight'
/** Money that payins brought above the amount asked for, or instead of it: it waits here to go back. */
export const SURPLUS = 'payins:held'
export const COMMISSION = 'platform:commission'
export const DELIVERY_MARGIN = 'platform:delivery'
export const SUBSCRIPTIONS = 'platform:subscriptions'
export const CASH = 'platform:cash'
/** Approved expenses. */
export const EXPENSES = 'platform:expenses'
/** Reserves of administrators' payouts on their way, whichever account pays them. */
export const PAYOUTS_RESERVED = 'platform:reserved'
/** Charges that staff make without an order. */
export const CHARGES = 'platform:charges'
/** Our exchange position: money paid in another currency than the order's, and its value in the order's books. */
export const FX = 'platform:fx'
/** Money above the price that operators without decimals were paid. */
export const ROUNDING = 'platform:rounding'
/** Fees that gateways took. */
export const FEES = 'platform:fees'
/** Our money at the bank, seen from the other side. */
export const BANK = 'platform:bank'

/** The account of our money at a gateway, seen from the other side. The laws of bookings write the same code. */
export const clearingOf = (gateway: GatewayId) => `gateway${gateway}:clearing`

/** The escrow of an order: its money, on an account of its own, so that its refunds can never pass what was paid for it. */
export const escrowOf = (orderId: string) => `order:${orderId}:held`
export const pendingOf = (sellerProfileId: string) => `seller:${sellerProfileId}:pending`

export type Owner = { ownerKind: 'seller' | 'rider'; ownerId: string }
export const availableOf = ({ ownerKind, ownerId }: Owner) => `${ownerKind}:${ownerId}:available`
/** The owner whose available money an account holds; undefined for any other account. */
export function ownerOfAvailable(code: string): Owner | undefined {
  const [, ownerKind, ownerId] = /^(seller|rider):(.+):available$/.exec(code) ?? []
  return ownerId && (ownerKind === 'seller' || ownerKind === 'rider') ? { ownerKind, ownerId } : undefined
}
export const reservedOf = ({ ownerKind, ownerId }: Owner) => `${ownerKind}:${ownerId}:reserved`

/** Accounts of the platform that a day may take below zero: its own money outside, and the shares it gives away. */
export const MAY_OWE = ['bank', 'cash', 'delivery', 'expenses', 'fees', 'fx'].map((name) => `platform:${name}`)
