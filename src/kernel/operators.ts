import { CURRENCIES, type Currency } from './money.ts'

/** Operators that take no decimals of a currency that has them, by both gateways' words (docs/gateways.md, Providers). */
const WITHOUT_DECIMALS = new Set(['vodacom CDF', 'VODACOM_MPESA_COD CDF'])

/** How many decimals an operator takes in a currency. */
export const decimalsTaken = (network: string, currency: Currency): number =>
  WITHOUT_DECIMALS.has(`${network} ${currency}`) ? 0 : CURRENCIES[currency].decimals

/** The smallest amount that an operator moves, in minor units: every amount there is a multiple of it. */
export const smallestStep = (network: string, currency: Currency): number =>
  10 ** (CURRENCIES[currency].decimals - decimalsTaken(network, currency))

/** What an operator is asked for an amount: the next that it takes. */
export function nextStep(amountMinor: number, network: string, currency: Currency): number {
  const step = smallestStep(network, currency)
  return Math.ceil(amountMinor / step) * step
}
