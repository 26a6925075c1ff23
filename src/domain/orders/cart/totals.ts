import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { formatAmount, type PriceCurrency } from '#kernel/money.ts'

/** Totals of several amounts, by currency. */
export const TotalsView = z.array(z.object({ currency: f.priceCurrency, total: f.decimal }))

type Amount = { currency: PriceCurrency; minor: number }

/** One sum for each currency, in the order in which the currencies first occur. */
export function viewTotals(amounts: Amount[]): z.output<typeof TotalsView> {
  const sums = new Map<PriceCurrency, number>()
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return [...sums].map(([currency, total]) => ({ currency, total: formatAmount(total, currency) }))
}
