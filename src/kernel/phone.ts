/** The countries served: dialling code, gateway A's word for it, currencies a phone there pays in (docs/gateways.md, Networks). */
export const COUNTRIES = {
  CD: {
    dialling: '243',
    alpha3: 'COD',
    currencies: ['USD', 'CDF'],
    networks: ['vodacom', 'airtel', 'orange', 'africell'],
  },
  RW: { dialling: '250', alpha3: 'RWA', currencies: ['RWF'], networks: ['mtn', 'airtel'] },
} as const

export type CountryCode = keyof typeof COUNTRIES
export const countryCodes = Object.keys(COUNTRIES) as [CountryCode, ...CountryCode[]]

/** Of a number in each of these countries, without the code. */
const NATIONAL_DIGITS = 9

/**
 * An MSISDN: digits, country code first. Spaces, dots, hyphens, brackets, a leading + or 00 are stripped, and a national
 * number (9 digits, or 0 and 9 digits) takes the dialling code of `country`. After a code that is served, zeros in front of
 * the national number are dropped, so that one phone has one spelling.
 * @returns undefined when letters remain, when there are not 9 to 15 digits, or not 9 after a code that is served
 *   (docs/limits.md, Sizes)
 */
export function msisdn(input: string, country?: CountryCode): string | undefined {
  const digits = input.replace(/[\s().\-/\u00a0]/g, '').replace(/^(\+|00)/, '')
  if (!/^\d{9,15}$/.test(digits)) return undefined
  if (country && digits.length === 9) return COUNTRIES[country].dialling + digits
  if (country && digits.length === 10 && digits.startsWith('0')) return COUNTRIES[country].dialling + digits.slice(1)
  const served = Object.values(COUNTRIES).find(({ dialling }) => digits.startsWith(dialling))
  if (!served) return digits
  const national = digits.slice(served.dialling.length).replace(/^0+/, '')
  return national.length === NATIONAL_DIGITS ? served.dialling + national : undefined
}

/** What others may see of a number: 243••••••789. */
export const maskPhone = (phone: string) =>
  `${phone.slice(0, 3)}${'•'.repeat(Math.max(phone.length - 6, 1))}${phone.slice(-3)}`

/** What others may see of an address: a•••@example.com. */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')
