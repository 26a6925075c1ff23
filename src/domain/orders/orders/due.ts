import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts'

/** How long silence lasts before the service moves an order on by itself (docs/states.md, Timers of an order). */
export const HOLD_MS = 15 * MINUTE_MS
/** The same after a phone refused, of a buyer who never completed an order. */
export const REFUSED_HOLD_MS = 2 * MINUTE_MS
export const SELLER_REVIEW_MS = DAY_MS
/** Without progress in the shop, on the road, or on the way back to the seller's confirmation. */
export const FULFILMENT_MS = 72 * HOUR_MS
export const CONFIRMATION_MS = 48 * HOUR_MS
