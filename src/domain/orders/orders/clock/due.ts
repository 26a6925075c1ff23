import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'

/** Times without an answer, in ms, after which the service itself moves an order on (docs/states.md, Timers of an order). */
export const HOLD_MS = 15 * MINUTE_MS
/** Time to pay after a phone refused, for a buyer who never completed an order. */
export const REFUSED_HOLD_MS = 2 * MINUTE_MS
export const SELLER_REVIEW_MS = DAY_MS
/** Time without progress in the shop, on the road, or from the way back to the seller's confirmation. */
export const FULFILMENT_MS = 72 * HOUR_MS
export const CONFIRMATION_MS = 48 * HOUR_MS
