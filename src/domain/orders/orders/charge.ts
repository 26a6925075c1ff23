import { sql } from 'drizzle-orm'
import { invalid } from '../../../kernel/failure.ts'
import { type Currency, convert } from '../../../kernel/money.ts'
import { nextStep } from '../../../kernel/operators.ts'
import { COUNTRIES, type CountryCode } from '../../../kernel/phone.ts'
import type { Ctx } from '../../core/context.ts'
import { intend } from '../../money/gateways/intend.ts'
import { phoneIn, requireCurrency, requireInRange, requireNetwork } from '../../money/payins/payer.ts'
import { rateBetween, type selectRatesInForce } from '../../money/rates/between.ts'
import { type Frozen, frozenRate } from './frozen-rate.ts'
import type { OrderRow } from './queries.ts'

type Payable = Pick<OrderRow, 'id' | 'currency' | 'totalMinor'> & Frozen
type Rates = Awaited<ReturnType<typeof selectRatesInForce>>
type Payer = { phone: string; network: string; country: CountryCode }

/** Who pays, with a number and a network of the country; 400 otherwise, before anything is looked up. */
export function payerOf(input: { payerPhoneNumber: string; network: string; countryCode: CountryCode }): Payer {
  const { network, countryCode: country } = input
  requireNetwork(country, network)
  return { phone: phoneIn(country, input.payerPhoneNumber, 'payerPhoneNumber'), network, country }
}

/** How often somebody tried to pay an order: numbers the next try's reference. */
export const selectPayinCount = (ctx: Ctx, orderId: string) =>
  ctx.db
    .select({ count: sql<number>`count(*)` })
    .from(sql`gateway_transactions`)
    .where(sql`subject_id = ${orderId} AND purpose = 'ORDER'`)

/**
 * The charge that pays an order: in the order's currency, or for a Rwandan phone in RWF at the rate frozen on the order
 * the first time it was needed (docs/money.md, Rwanda). 400 when there is no rate.
 */
export function payinFor(ctx: Ctx, order: Payable, { phone, network, country }: Payer, rates: Rates, tries: number) {
  const currency: Currency = (COUNTRIES[country].currencies as readonly Currency[]).includes(order.currency)
    ? order.currency
    : 'RWF'
  requireCurrency(country, currency)
  const frozen = frozenRate(order)
  const rate = frozen?.to === currency ? frozen : rateBetween(rates, order.currency, currency)
  if (rate === undefined) invalid('countryCode', `Aucun taux de change de ${order.currency} vers ${currency}.`)
  const amountMinor = nextStep(convert(order.totalMinor, order.currency, currency, rate), network, currency)
  requireInRange(amountMinor, currency, 'items')

  const intent = intend(ctx, {
    gateway: 'B',
    kind: 'payin',
    purpose: 'ORDER',
    subjectId: order.id,
    reference: tries === 0 ? order.id : `${order.id}-${tries + 1}`,
    amountMinor,
    currency,
    phone,
    network,
    country,
    claimed: true,
  })
  const freeze =
    currency === order.currency ? {} : { rateScaled: rate.times, rateOver: rate.over, rateCurrency: currency }
  return { intent, freeze }
}

export const REFUSED =
  "L'opérateur a refusé le paiement. La commande vous attend : réessayez, aussi depuis un autre numéro."
