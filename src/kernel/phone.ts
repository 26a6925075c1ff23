import { codeIn } from './signs.ts'

/** The countries served: dialling code, code of three letters, currencies and networks of their phones (docs/gateways.md, Networks). */
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

/** Digits of a phone number in each of these countries, without the dialling code. */
const NATIONAL_DIGITS = 9

/**
 * Writes a phone number as an MSISDN, digits with the country code first, so that one phone has one spelling: spaces,
 * dots, hyphens, brackets, invisible marks, a leading + or 00, and zeros before a served code and behind it go.
 * A national number (9 digits, or 0 and 9 digits) takes the dialling code of `country`.
 * @returns undefined if letters remain, if there are not 9 to 15 digits, or not 9 after a served code (docs/limits.md,
 * Sizes), and for a national number without `country`
 */
export function msisdn(input: string, country?: CountryCode): string | undefined {
  const bare = codeIn(input).replace(/[()./]/g, '')
  const isWhole = /^(\+|00)/.test(bare)
  const digits = bare.replace(/^(\+|00)/, '')
  if (!/^\d{9,15}$/.test(digits)) return undefined
  if (!isWhole && /^0?\d{9}$/.test(digits))
    return country && COUNTRIES[country].dialling + digits.slice(-NATIONAL_DIGITS)
  const coded = digits.replace(/^0+/, '')
  const served = Object.values(COUNTRIES).find(({ dialling }) => coded.startsWith(dialling))
  // No country code begins with a zero.
  if (!served) return coded === digits ? digits : undefined
  const national = coded.slice(served.dialling.length).replace(/^0+/, '')
  return national.length === NATIONAL_DIGITS ? served.dialling + national : undefined
}

/** Masks a phone number before others see it: 243••••••789. */
export const maskPhone = (phone: string) =>
  `${phone.slice(0, 3)}${'•'.repeat(Math.max(phone.length - 6, 1))}${phone.slice(-3)}`

/** Masks an e-mail address before others see it: a•••@example.com. */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')
