type Limits = { min: string; max: string; decimals: 'NONE' | 'TWO_PLACES' }
type Provider = { name: string; country: 'COD' | 'RWA'; prefixes: string[]; currencies: Record<string, Limits> }

const USD: Limits = { min: '0.1', max: '3000', decimals: 'TWO_PLACES' }
const CDF: Limits = { min: '100', max: '5000000', decimals: 'TWO_PLACES' }
const RWF: Limits = { min: '100', max: '2000000', decimals: 'NONE' }

/** The providers of docs/gateways.md, Providers, with the decimals that they accept and usual limits. */
export const PROVIDERS: Record<string, Provider> = {
  VODACOM_MPESA_COD: {
    name: 'Vodacom M-Pesa',
    country: 'COD',
    prefixes: ['81', '82', '83', '86'],
    currencies: { CDF: { ...CDF, decimals: 'NONE' }, USD },
  },
  AIRTEL_COD: {
    name: 'Airtel Money',
    country: 'COD',
    prefixes: ['96', '97', '98', '99'],
    currencies: { CDF, USD },
  },
  ORANGE_COD: {
    name: 'Orange Money',
    country: 'COD',
    prefixes: ['80', '84', '85', '89'],
    currencies: { CDF, USD },
  },
  MTN_MOMO_RWA: { name: 'MTN MoMo', country: 'RWA', prefixes: ['78', '79'], currencies: { RWF } },
  AIRTEL_RWA: { name: 'Airtel Money', country: 'RWA', prefixes: ['72', '73'], currencies: { RWF } },
}

export const COUNTRIES = {
  COD: { prefix: '243', en: 'Democratic Republic of the Congo', fr: 'République démocratique du Congo' },
  RWA: { prefix: '250', en: 'Rwanda', fr: 'Rwanda' },
} as const

export const countryCodes = Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[]

export const providersOf = (country: string) =>
  Object.entries(PROVIDERS)
    .map(([provider, facts]) => ({ provider, ...facts }))
    .filter((provider) => provider.country === country)

/** Writes an amount with two decimals, as answers show it: "100.5" is "100.50". */
export function withTwoDecimals(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** An amount in whole hundredths, so that amounts are compared and subtracted without floats. */
export const hundredths = (amount: string) => Number(withTwoDecimals(amount).replace('.', ''))

export const fromHundredths = (value: number) => {
  const digits = String(value).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
