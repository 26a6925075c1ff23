import { RATE_SCALE } from '#kernel/money.ts'
import type { OrderRow } from '../queries.ts'

/** The columns of the rate that was frozen when somebody first paid, or tried to, in another currency. */
export type Frozen = Pick<OrderRow, 'rateScaled' | 'rateOver' | 'rateCurrency'>

/** The rate that was frozen on an order, and the currency it leads to. */
export function frozenRate({ rateScaled, rateOver, rateCurrency }: Frozen) {
  if (rateScaled === null || rateCurrency === null) return undefined
  return { to: rateCurrency, times: rateScaled, over: rateOver ?? RATE_SCALE }
}
