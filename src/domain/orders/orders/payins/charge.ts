import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { intend } from '#domain/money/gateways/attempts/intend.ts'
import { requireFewPrompts } from '#domain/money/gateways/attempts/prompts.ts'
import { send } from '#domain/money/gateways/attempts/send.ts'
import { phoneIn, requireCurrency, requireInRange, requireNetwork } from '#domain/money/payins/payer.ts'
import { type RatesInForce, rateBetween } from '#domain/money/rates/between.ts'
import { freezeRates } from '#domain/money/rates/freeze.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { formatInstant } from '#kernel/format.ts'
import { type Currency, convert, type Rate } from '#kernel/money.ts'
import { nextStep } from '#kernel/operators.ts'
import { COUNTRIES, type CountryCode } from '#kernel/phone.ts'
import { GATEWAYS, ROUTING } from '#providers/gateways.ts'
import { type Frozen, frozenRate } from '../basket/frozen-rate.ts'
import type { OrderRow } from '../queries.ts'
import { endOfPayin } from './time-to-pay.ts'

/** Facts of an order that decide the amount of its charge. */
export type Payable = Pick<OrderRow, 'id' | 'currency' | 'totalMinor'> & Frozen
export type Payer = { phone: string; network: string; country: CountryCode }
/** The subject of a charge: an order by itself, or the unpaid orders of a checkout. */
export type Subject = { purpose: 'ORDER' | 'CHECKOUT'; id: string }
/** One prompt on a phone: its intent, and the rate that each order freezes if it is charged in another currency. */
export type Charge = { row: GatewayTransaction; writes: Write[]; freezes: Map<string, Partial<Frozen>> }

/** Reads the payer, with a number and a network of the country, before anything is looked up. @throws 400 */
export function payerOf(input: { payerPhoneNumber: string; network: string; countryCode: CountryCode }): Payer {
  const { network, countryCode: country } = input
  requireNetwork(country, network)
  return { phone: phoneIn(country, input.payerPhoneNumber, 'payerPhoneNumber'), network, country }
}

/**
 * The charges that pay these orders, one for each currency: in the order's own, or for a Rwandan phone all in RWF, at the rate frozen on
 * each order the first time it was needed (docs/money.md, Rwanda).
 * @param tries number of earlier charges of the subject
 * @throws 400 without a rate
 */
export function chargesFor(
  ctx: Ctx,
  subject: Subject,
  orders: Payable[],
  payer: Payer,
  rates: RatesInForce,
  tries: number,
): Charge[] {
  const priced = orders.map((order) => price(order, payer.country, rates))
  const currencies = [...new Set(priced.map(({ currency }) => currency))]
  return currencies.map((currency, i) => {
    const covered = priced.filter((each) => each.currency === currency)
    return chargeOf(ctx, subject, covered, currency, payer, tries + i)
  })
}

type OrderCharge = { order: Payable; currency: Currency; rate: Rate; amountMinor: number }

/** The currency in which an order is charged, and the amount before it is rounded to the operator's step. */
function price(order: Payable, country: CountryCode, rates: RatesInForce): OrderCharge {
  const isTaken = (COUNTRIES[country].currencies as readonly Currency[]).includes(order.currency)
  const currency = isTaken ? order.currency : 'RWF'
  requireCurrency(country, currency)
  const frozen = frozenRate(order)
  const rate = frozen?.to === currency ? frozen : rateBetween(rates, order.currency, currency)
  if (rate === undefined) invalid('countryCode', `Aucun taux de change de ${order.currency} vers ${currency}.`)
  return { order, currency, rate, amountMinor: convert(order.totalMinor, order.currency, currency, rate) }
}

function chargeOf(
  ctx: Ctx,
  { purpose, id: subjectId }: Subject,
  covered: OrderCharge[],
  currency: Currency,
  { phone, network, country }: Payer,
  tries: number,
): Charge {
  const shares = sharesOf(covered, network, currency)
  const amountMinor = shares.reduce((sum, minor) => sum + minor, 0)
  requireInRange(amountMinor, currency, 'items')
  const reference = tries === 0 ? subjectId : `${subjectId}-${tries + 1}`
  const to = { amountMinor, currency, phone, network, country, claimed: true } as const
  const { row, writes } = intend(ctx, { ...ROUTING[purpose], purpose, subjectId, reference, ...to })
  const ref = (orderId: string) => (covered.length === 1 ? row.id : `${row.id}:${orderId}`)
  const parts = covered.map(({ order: { id: orderId } }, i) => ({
    orderId,
    amountMinor: shares[i] ?? 0,
    ref: ref(orderId),
  }))
  return {
    row,
    // A trigger writes the share of a charge for one order.
    writes: purpose === 'ORDER' ? writes : [...writes, insertShares(ctx, row.id, parts)],
    freezes: new Map(covered.map((each) => [each.order.id, freezeOf(each)])),
  }
}

/** Inserts all shares with one parameter, however many orders they are for. */
const insertShares = (
  ctx: Ctx,
  payinId: string,
  shares: { orderId: string; amountMinor: number; ref: string }[],
): Write =>
  ctx.db.run(sql`
    INSERT INTO payin_shares (payin_id, order_id, amount_minor, ref)
    SELECT ${payinId}, s.value ->> 'orderId', s.value ->> 'amountMinor', s.value ->> 'ref' FROM json_each(${JSON.stringify(shares)}) s`)

/**
 * The share of each order in a charge. If an operator takes whole steps only, the charge is the next step above all orders together, and
 * each share is in steps as well, so that it can go back (docs/money.md, Rounding).
 */
function sharesOf(covered: OrderCharge[], network: string, currency: Currency): number[] {
  let exact = 0
  let charged = 0
  return covered.map(({ amountMinor }) => {
    exact += amountMinor
    const share = nextStep(exact, network, currency) - charged
    if (share === 0) invalid('items', "Une des commandes vaut moins que ce que l'opérateur peut encaisser ou rendre.")
    charged += share
    return share
  })
}

const freezeOf = ({ order, currency, rate }: OrderCharge): Partial<Frozen> =>
  currency === order.currency ? {} : { rateScaled: rate.times, rateOver: rate.over, rateCurrency: currency }

/** The rate that these charges freeze on an order. */
export const freezeOn = (charges: Charge[], orderId: string): Partial<Frozen> | undefined =>
  charges.find(({ freezes }) => freezes.has(orderId))?.freezes.get(orderId)

type CurrencyPair = [from: Currency, to: Currency]

/**
 * The writes of charges for these orders. They freeze the rates with which they count, and refuse a phone that is asked too often.
 * @param counted conversions beside those of the charges
 * @throws 409 PAYMENT_IN_PROGRESS, 429
 */
export const writeCharges = (
  ctx: Ctx,
  orders: Payable[],
  charges: Charge[],
  rates: RatesInForce,
  counted: CurrencyPair[] = [],
): Write[] => [
  ...freezeRates(ctx, rates, [...counted, ...waysOf(orders, charges)]),
  ...charges.flatMap(({ row, writes }) => [...requireFewPrompts(ctx, row), ...writes]),
]

/** Conversions at a present rate; a rate that an order froze before stays as it is. */
const waysOf = (orders: Payable[], charges: Charge[]) =>
  charges.flatMap(({ row: { currency }, freezes }) =>
    orders
      .filter((order) => freezes.has(order.id) && frozenRate(order)?.to !== currency)
      .map((order): CurrencyPair => [order.currency, currency]),
  )

/** The message of a refusal by the operator, with the end of the time to pay. */
const refusalOfCharges = (endsAt: number | null) => {
  const until = endsAt === null ? '' : ` avant le ${formatInstant(endsAt)}`
  return `L'opérateur a refusé le paiement. La commande vous attend : réessayez${until}, aussi depuis un autre numéro.`
}

/**
 * Makes the calls of committed charges.
 * @throws 400 if the operator refused every one; it names the order or checkout to pay again, and says until when
 */
export async function sendCharges(ctx: Ctx, charges: Charge[]): Promise<GatewayTransaction[]> {
  const payins = await Promise.all(charges.map(({ row }) => send(ctx, row)))
  const [first] = payins
  if (first && payins.every(({ status }) => status === 'failed')) {
    const message = refusalOfCharges(await endOfPayin(ctx, first.id))
    fail(GATEWAYS[first.gateway].refused.payin, { message, details: [whatWaits(first)] })
  }
  return payins
}

/** The order, or the checkout, that all charges are for. */
const whatWaits = ({ purpose, subjectId }: GatewayTransaction) => ({
  field: purpose === 'CHECKOUT' ? 'checkoutId' : 'orderId',
  message: subjectId,
})
