import type { DeliveryFee } from '#domain/core/default-delivery-fee.ts'
import { invalid } from '#kernel/failure.ts'
import { convert, type PriceCurrency, type Rate } from '#kernel/money.ts'

/** The rate in force between two currencies, if there is one. */
type RateBetween = (from: PriceCurrency, to: PriceCurrency) => Rate | undefined

/** A delivery fee in the order's currency, in minor units: converted if it is set in the other one. 400 without a rate. */
export function feeIn(currency: PriceCurrency, fee: DeliveryFee, rateBetween: RateBetween): number {
  if (fee.feeCurrency === currency) return fee.feeMinor
  const rate = rateBetween(fee.feeCurrency, currency)
  if (rate === undefined) invalid('currency', `Aucun taux de change de ${fee.feeCurrency} vers ${currency}.`)
  return convert(fee.feeMinor, fee.feeCurrency, currency, rate)
}
