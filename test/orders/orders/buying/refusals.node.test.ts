import { expect, it } from 'vitest'
import { addCartItem } from '#domain/orders/cart/add-item.ts'
import { quoteCart } from '#domain/orders/cart/quote.ts'
import { PlaceCheckout, placeCheckout } from '#domain/orders/checkout/place.ts'
import { PlaceOrder, placeOrder } from '#domain/orders/orders/buying/place.ts'
import type { Failure } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// A purchase in which everything is wrong: what is told first, and what once that is mended (docs/states.md, Checkout).

const domain = openDomain((fresh) => {
  addMarket(fresh)
  fresh.run('UPDATE products SET visible = 1')
  fresh.run(`UPDATE shops SET delivery_methods = '["PICKUP","DELIVERY"]'`)
})
const RATE = `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, created_at)
  VALUES ('rate', 'USD', 'CDF', 280000000000, 'test', 1, 1)`

const buyer = () => domain.as({ id: 'buyer' })
const payer = { paymentMethod: 'MOBILE_MONEY', payerPhoneNumber: '0810000001', network: 'vodacom', countryCode: 'CD' }
const terms = { fulfillmentMethod: 'DELIVERY', deliveryAddress: 'Avenue Kibombo 12', currency: 'CDF' } as const
const items = [
  { variantId: 'v2', quantity: 2 },
  { variantId: 'v1', quantity: 1 },
]
const order = PlaceOrder.parse({ shopId: 'shop', items, ...terms, ...payer })
const checkout = PlaceCheckout.parse({ ...terms, ...payer })

/** Everything that can be wrong with it, and how each is mended. */
const FAULTS = {
  own: ["UPDATE seller_profiles SET user_id = 'buyer'", "UPDATE seller_profiles SET user_id = 'seller'"],
  draft: ["UPDATE shops SET status = 'DRAFT'", "UPDATE shops SET status = 'PUBLISHED'"],
  method: [
    `UPDATE shops SET delivery_methods = '["PICKUP"]'`,
    `UPDATE shops SET delivery_methods = '["PICKUP","DELIVERY"]'`,
  ],
  closed: ['UPDATE shops SET closed_from = 1', 'UPDATE shops SET closed_from = NULL'],
  unsold: ['UPDATE products SET visible = 0', 'UPDATE products SET visible = 1'],
  short: ["UPDATE variants SET stock = 1 WHERE id = 'v2'", "UPDATE variants SET stock = 2 WHERE id = 'v2'"],
  none: ["UPDATE variants SET stock = 0 WHERE id = 'v1'", "UPDATE variants SET stock = 10 WHERE id = 'v1'"],
  rate: ['DELETE FROM exchange_rates', RATE],
  minimum: ['UPDATE shops SET min_order_minor = 999999', 'UPDATE shops SET min_order_minor = 0'],
  reach: [
    "INSERT INTO platform_settings (name, value, updated_at) VALUES ('defaultDeliveryFee', 'null', 1)",
    'DELETE FROM platform_settings',
  ],
} as const
type Fault = keyof typeof FAULTS

/** The refusals that an act meets while these are mended, one after each. */
async function refusals(act: () => Promise<unknown>, ...faults: Fault[]): Promise<string[]> {
  for (const [wrong] of Object.values(FAULTS)) domain.run(wrong)
  const told: string[] = []
  for (const fault of faults) {
    told.push(`${fault}: ${await act().then(() => 'nothing', refusal)}`)
    domain.run(FAULTS[fault][1])
  }
  domain.answers.push({ kind: 'pending' })
  await act()
  return told
}

function refusal(error: unknown): string {
  const { code, reason, message, details = [] } = error as Failure
  const fields = details.map(({ field, message }) => ` / ${field} ${message}`)
  return `${reason ?? code} ${message}${fields.join('')}`
}

const METHOD = 'La boutique Kivu propose le retrait sur place.'
const RATE_MISSING = 'Aucun taux de change de USD vers CDF.'
const MINIMUM = `Le minimum de commande de la boutique Kivu est de ${formatMoney({ amountMinor: 999_999, currency: 'USD' })}.`
const OWN = 'own: OWN_SHOP Vous ne pouvez pas acheter dans votre propre boutique.'
const CLOSED =
  "closed: SHOP_CLOSED La boutique Kivu est fermée jusqu'à nouvel ordre. Revenez ensuite, ou commandez ailleurs."
const TERMS = [
  `minimum: VALIDATION_ERROR ${MINIMUM} / items ${MINIMUM}`,
  'reach: OUT_OF_REACH La boutique Kivu ne livre pas à cette adresse. Choisissez-en une autre, ou retirez la commande sur place. / shopId shop',
]
const RATE_OF = `rate: VALIDATION_ERROR ${RATE_MISSING} / currency ${RATE_MISSING}`
const METHOD_OF = `method: VALIDATION_ERROR ${METHOD} / fulfillmentMethod ${METHOD}`

it('an order of one shop', async () => {
  const told = await refusals(
    () => placeOrder(buyer(), order),
    ...(['own', 'draft', 'method', 'closed', 'unsold', 'rate', 'short', 'none', 'minimum', 'reach'] as const),
  )
  const short = "INSUFFICIENT_STOCK Il n'y a plus assez de stock."
  expect(told).toEqual([
    OWN,
    'draft: NOT_FOUND Élément introuvable.',
    METHOD_OF,
    CLOSED,
    "unsold: NOT_FOUND Un article n'existe plus dans cette boutique. / items.0.variantId Cet article n'est plus en vente dans cette boutique.",
    RATE_OF,
    `short: ${short} / items.0.quantity Il en reste 1 : Café. / items.1.quantity Il en reste 0 : Café.`,
    `none: ${short} / items.1.quantity Il en reste 0 : Café.`,
    ...TERMS,
  ])
})

/** Lines are in the order in which they came. */
async function fillCart(): Promise<void> {
  for (const [i, line] of items.entries()) await addCartItem({ ...buyer(), now: NOW + i - items.length }, line)
}

const OF_CART = ['own', 'unsold', 'closed', 'short', 'none', 'method', 'rate', 'minimum', 'reach'] as const
const TOLD_OF_CART = [
  OWN,
  "unsold: CONFLICT Des articles du panier ne peuvent pas être commandés. / items.0.variantId Café n'est plus en vente. / items.1.variantId Café n'est plus en vente.",
  `${CLOSED} / items.0.variantId Kivu est fermée : Café. / items.1.variantId Kivu est fermée : Café.`,
  "short: INSUFFICIENT_STOCK Il n'y a plus assez de stock. / items.0.quantity Il en reste 1 : Café. / items.1.quantity Café est épuisé.",
  "none: INSUFFICIENT_STOCK Il n'y a plus assez de stock. / items.1.quantity Café est épuisé.",
  METHOD_OF,
  RATE_OF,
  ...TERMS,
]

it('a cart that is quoted', async () => {
  await fillCart()
  expect(await refusals(() => quoteCart(buyer(), terms), ...OF_CART)).toEqual(TOLD_OF_CART)
})

it('a cart that is ordered', async () => {
  await fillCart()
  expect(await refusals(() => placeCheckout(buyer(), checkout), ...OF_CART, 'draft')).toEqual([
    ...TOLD_OF_CART,
    'draft: CONFLICT Des articles du panier ne peuvent plus être commandés. Relisez votre panier.',
  ])
})
