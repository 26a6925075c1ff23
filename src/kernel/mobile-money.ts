import type { Currency } from './money.ts'
import type { CountryCode } from './phone.ts'

/** Gateway A's providers: whose phones they reach and what they are paid in (docs/gateways.md, Providers). */
export const GATEWAY_A_PROVIDERS = {
  VODACOM_MPESA_COD: { country: 'CD', currencies: ['USD', 'CDF'] },
  AIRTEL_COD: { country: 'CD', currencies: ['USD', 'CDF'] },
  ORANGE_COD: { country: 'CD', currencies: ['USD', 'CDF'] },
  MTN_MOMO_RWA: { country: 'RW', currencies: ['RWF'] },
  AIRTEL_RWA: { country: 'RW', currencies: ['RWF'] },
} as const satisfies Record<string, { country: CountryCode; currencies: readonly Currency[] }>

export type GatewayAProvider = keyof typeof GATEWAY_A_PROVIDERS
export const gatewayAProviders = Object.keys(GATEWAY_A_PROVIDERS) as [GatewayAProvider, ...GatewayAProvider[]]

/** How gateway A names a network of a country; undefined for one that it does not reach. */
export const gatewayAProviderOf = (country: CountryCode, network: string) =>
  gatewayAProvidersOf(country).find((name) => name.startsWith(`${network.toUpperCase()}_`))

/** The providers of a country. */
export const gatewayAProvidersOf = (country: CountryCode) =>
  gatewayAProviders.filter((name) => GATEWAY_A_PROVIDERS[name].country === country)
