import type { deliveryZones } from '../../../db/schema/orders/zones.ts'
import { convert, type PriceCurrency, type Rate } from '../../../kernel/money.ts'

/** What a delivery costs where no zone is open, in minor units. */
const DEFAULT_FEE_MINOR = { USD: 200, CDF: 560_000 } as const satisfies Record<PriceCurrency, number>

type ZoneFee = Pick<typeof deliveryZones.$inferSelect, 'feeMinor' | 'feeCurrency'>
/** The rate in force between two currencies, if there is one. */
type RateBetween = (from: PriceCurrency, to: PriceCurrency) => Rate | undefined

/**
 * The delivery fee in the order's currency, in minor units: the zone's own, converted when it is set in the other one.
 * Without a zone, or without a rate to convert at, the default.
 */
export function deliveryFee(zone: ZoneFee | undefined, currency: PriceCurrency, rateBetween: RateBetween): number {
  if (!zone) return DEFAULT_FEE_MINOR[currency]
  if (zone.feeCurrency === currency) return zone.feeMinor
  const rate = rateBetween(zone.feeCurrency, currency)
  return rate === undefined ? DEFAULT_FEE_MINOR[currency] : convert(zone.feeMinor, zone.feeCurrency, currency, rate)
}
