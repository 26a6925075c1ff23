import * as z from 'zod'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Currency, Money } from '#kernel/money.ts'
import { smallestStep } from '#kernel/operators.ts'
import { COUNTRIES, type CountryCode } from '#kernel/phone.ts'

/** The payer's number; the country is beside it, so the number may be without its code. */
export const payerPhone = f.phone.meta({
  json: { ...f.phoneJson, description: "Avec ou sans l'indicatif du pays : 243991234555 ou 0991234555." },
})

/** Fields of a payer by mobile money, in every payin. */
export const payerFields = {
  payerPhoneNumber: payerPhone,
  network: z.string().trim().toLowerCase().max(30),
  countryCode: f.country,
}

/** Least and largest amount of one charge, in minor units: below it costs more than it brings, above it an operator refuses. */
export const PAYIN_RANGE: Record<Currency, { leastMinor: number; mostMinor: number }> = {
  USD: { leastMinor: 10, mostMinor: 500_000 },
  CDF: { leastMinor: 10_000, mostMinor: 1_500_000_000 },
  RWF: { leastMinor: 100, mostMinor: 5_000_000 },
}

/** Refuses a network that the country does not have (docs/money.md, Staff charges). @throws 400 */
export function requireNetwork(country: CountryCode, network: string, field = 'network'): void {
  const { networks } = COUNTRIES[country]
  if (!(networks as readonly string[]).includes(network)) {
    invalid(field, `Ce réseau n'existe pas dans ce pays. Réseaux : ${networks.join(', ')}.`)
  }
}

export function requireCurrency(country: CountryCode, currency: Currency, field = 'currency'): void {
  const { currencies } = COUNTRIES[country]
  if (!(currencies as readonly Currency[]).includes(currency)) {
    invalid(field, `Cette devise n'est pas acceptée dans ce pays. Devises : ${currencies.join(', ')}.`)
  }
}

export function requireInRange(amountMinor: number, currency: Currency, field = 'amount'): void {
  const { leastMinor, mostMinor } = PAYIN_RANGE[currency]
  if (amountMinor < leastMinor || amountMinor > mostMinor) {
    const say = (bound: number) => formatMoney({ amountMinor: bound, currency })
    invalid(field, `Le montant doit être entre ${say(leastMinor)} et ${say(mostMinor)}.`)
  }
}

/** Refuses decimals if the operator takes none (docs/money.md, Rounding). @throws 400 */
export function requireWhole(network: string, { amountMinor, currency }: Money, field = 'amount'): void {
  if (amountMinor % smallestStep(network, currency) !== 0) {
    invalid(field, `Cet opérateur ne prend que des montants entiers en ${currency}.`)
  }
}

/** Reads the payer's number of that country. @throws 400 */
export function phoneIn(country: CountryCode, input: string, field: string): string {
  const phone = f.phoneOf(input, field, country)
  if (!phone.startsWith(COUNTRIES[country].dialling)) {
    invalid(field, `Ce numéro n'est pas du pays choisi (+${COUNTRIES[country].dialling}).`)
  }
  return phone
}
