import * as f from '#kernel/fields.ts'
import type { CountryCode } from '#kernel/phone.ts'

export type PayoutNumber = { phone: string; network: string; country: CountryCode }

/** The number as the target of its code, which keeps it until the code comes back. */
export const payoutNumberTarget = ({ phone, network, country }: PayoutNumber) => `${phone}|${network}|${country}`

export function payoutNumberOf(target: string): PayoutNumber {
  const [phone = '', network = '', country = ''] = target.split('|')
  return { phone, network, country: f.country.parse(country) }
}
