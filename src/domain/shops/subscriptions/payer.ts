import * as z from 'zod'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { payerPhone, phoneIn } from '#domain/money/payins/payer.ts'
import { rateBetween, selectRatesInForce } from '#domain/money/rates/between.ts'
import { freezeRates } from '#domain/money/rates/freeze.ts'
import { invalid } from '#kernel/failure.ts'
import { OPERATORS, type Operator, operators, operatorsOf } from '#kernel/mobile-money.ts'
import { type Currency, convert, type Money } from '#kernel/money.ts'
import { nextStep } from '#kernel/operators.ts'
import type { CountryCode } from '#kernel/phone.ts'

const COUNTRY_WORDS = { CD: 'CD', COD: 'CD', RW: 'RW', RWA: 'RW' } as const satisfies Record<string, CountryCode>

/** The fields of a payer (docs/money.md, Subscriptions); countries in three letters or two. */
export const DepositPayer = {
  payerPhoneNumber: payerPhone,
  country: z.enum(['CD', 'COD', 'RW', 'RWA']).transform((word): CountryCode => COUNTRY_WORDS[word]),
  provider: z.enum(operators),
}
const PayerFields = z.strictObject(DepositPayer)

/** A payer whose number and operator are of one country. */
export type CheckedPayer = {
  phone: string
  provider: Operator
  country: CountryCode
  currencies: readonly Currency[]
}

/** Checks the payer. @throws 400 for an operator that the country does not have, or a number of another country */
export function depositPayerOf({ payerPhoneNumber, country, provider }: z.output<typeof PayerFields>): CheckedPayer {
  const facts = OPERATORS[provider]
  if (facts.country !== country) {
    invalid('provider', `Cet opérateur n'existe pas dans ce pays. Opérateurs : ${operatorsOf(country).join(', ')}.`)
  }
  const phone = phoneIn(country, payerPhoneNumber, 'payerPhoneNumber')
  return { phone, provider, country, currencies: facts.currencies }
}

/** The amount to charge, and the writes that store the rate used for it. */
export type ChargeWrites = { charge: Money; freeze: Write[] }

/**
 * The amount that this payer is charged for a price: the price, made whole for an operator without decimals, if their phone pays in its
 * currency; else the price converted at the rate in force (docs/money.md, Rounding and Rwanda).
 * @throws 400 if no rate is in force
 */
export async function depositChargeFor(
  ctx: Ctx,
  { currencies, provider }: CheckedPayer,
  price: Money,
): Promise<ChargeWrites> {
  const [own] = currencies
  if (own === undefined || currencies.includes(price.currency)) {
    const charge = { ...price, amountMinor: nextStep(price.amountMinor, provider, price.currency) }
    return { charge, freeze: [] }
  }
  const rates = await selectRatesInForce(ctx)
  const rate = rateBetween(rates, price.currency, own)
  if (rate === undefined) invalid('currency', `Aucun taux de change de ${price.currency} vers ${own} n'est en vigueur.`)
  const charge = { amountMinor: Math.max(1, convert(price.amountMinor, price.currency, own, rate)), currency: own }
  return { charge, freeze: freezeRates(ctx, rates, [[price.currency, own]]) }
}
