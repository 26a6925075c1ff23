import { CURRENCIES, type Currency } from './money.ts'

/** Operators that accept no decimals of a currency that has them, by the names of both gateways (docs/gateways.md, Providers). */
const WITHOUT_DECIMALS = new Set(['vodacom CDF', 'VODACOM_MPESA_COD CDF'])

/** Decimals that an operator accepts in a currency. */
export const decimalsOfOperator = (network: string, currency: Currency): number =>
  WITHOUT_DECIMALS.has(`${network} ${currency}`) ? 0 : CURRENCIES[currency].decimals

/** The smallest amount that an operator moves, in minor units: each of its amounts is a multiple of it. */
export const smallestStep = (network: string, currency: Currency): number =>
  10 ** (CURRENCIES[currency].decimals - decimalsOfOperator(network, currency))

/** Rounds an amount up to the next one that an operator accepts. */
export function nextStep(amountMinor: number, network: string, currency: Currency): number {
  const step = smallestStep(network, currency)
  return Math.ceil(amountMinor / step) * step
}
