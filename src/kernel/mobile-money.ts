import type { Currency } from './money.ts'
import { COUNTRIES, type CountryCode } from './phone.ts'

/** Operators by their names in deposits and in payouts of administrators, with country and currencies (docs/gateways.md, Providers). */
export const OPERATORS = {
  VODACOM_MPESA_COD: { country: 'CD', currencies: ['USD', 'CDF'] },
  AIRTEL_COD: { country: 'CD', currencies: ['USD', 'CDF'] },
  ORANGE_COD: { country: 'CD', currencies: ['USD', 'CDF'] },
  MTN_MOMO_RWA: { country: 'RW', currencies: ['RWF'] },
  AIRTEL_RWA: { country: 'RW', currencies: ['RWF'] },
} as const satisfies Record<string, { country: CountryCode; currencies: readonly Currency[] }>

export type Operator = keyof typeof OPERATORS
export const operators = Object.keys(OPERATORS) as [Operator, ...Operator[]]

export const isOperator = (name: string): name is Operator => name in OPERATORS

/** The operator of a network in a country; undefined if the network is not on the list. */
export const operatorOf = (country: CountryCode, network: string) =>
  operatorsOf(country).find((name) => name.startsWith(`${network.toUpperCase()}_`))

export const operatorsOf = (country: CountryCode) => operators.filter((name) => OPERATORS[name].country === country)

/** The network of an operator; any other name is returned as it is. */
export function networkOf(name: string): string {
  if (!isOperator(name)) return name
  const { country } = OPERATORS[name]
  return COUNTRIES[country].networks.find((network) => operatorOf(country, network) === name) ?? name
}
