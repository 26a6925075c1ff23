import { invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { type Currency, PRICE_CURRENCIES } from '../../../kernel/money.ts'
import { COUNTRIES, type CountryCode } from '../../../kernel/phone.ts'

export type PayoutNumber = { phone: string; network: string; country: CountryCode }

/** What the code remembers until it comes back. */
export const payoutNumberTarget = ({ phone, network, country }: PayoutNumber) => `${phone}|${network}|${country}`

export function payoutNumberOf(target: string): PayoutNumber {
  const [phone = '', network = '', country = ''] = target.split('|')
  return { phone, network, country: f.country.parse(country) }
}

/** Refuses a country whose phones are paid in none of a wallet's currencies: nothing could ever be withdrawn to it. 400 */
export function requireReceives(country: CountryCode, field = 'countryCode'): void {
  const taken: readonly Currency[] = COUNTRIES[country].currencies
  if (PRICE_CURRENCIES.some((currency) => taken.includes(currency))) return
  invalid(field, `Un téléphone de ce pays ne reçoit ni ${PRICE_CURRENCIES.join(' ni ')} : rien n'y serait retirable.`)
}
