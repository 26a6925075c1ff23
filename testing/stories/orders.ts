// Steps of the tests of carts, orders, messages and deliveries.
import { expect } from 'vitest'
import { type Answer, type Caller, call, guest, type Person } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { rate } from '#testing/stories/money.ts'

export {
  expectOwnersOnly,
  expectStaffOnly,
  expectUnknownIs404,
  faults,
  GONE,
  INVALID,
  ok,
  refusal,
  STALE,
  UNKNOWN,
} from '#testing/stories/catalogue.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is checked by its declared schema first.
export type Data = any
export type Line = { variantId: string; quantity: number }

export const cartOf = async (as: Caller): Promise<Data> => ok(await call(as, 'GET', '/cart'))
export const addItem = (as: Caller, variantId: string, quantity = 1) =>
  call(as, 'POST', '/cart/items', { variantId, quantity })
export const putCart = (as: Caller, items: unknown, more: object = {}) => call(as, 'PUT', '/cart', { items, ...more })
export const mergeCart = (as: Caller, items: unknown, more: object = {}) =>
  call(as, 'POST', '/cart/merge', { items, ...more })

/** Pieces in a cart, by variant. */
export const pieces = (cart: { items: Line[] }): Record<string, number> =>
  Object.fromEntries(cart.items.map(({ variantId, quantity }) => [variantId, quantity]))
/** The issue of each line, by variant. */
export const issues = (cart: { items: { variantId: string; issue: string | null }[] }) =>
  Object.fromEntries(cart.items.map(({ variantId, issue }) => [variantId, issue]))

type Total = { currency: string } & Record<string, unknown>
/** Amounts of a currency in totals, whatever each amount is called; fails when a currency stands there twice. */
export function amountsIn(totals: Total[], currency: string): unknown[] {
  const found = totals.filter((total) => total.currency === currency)
  expect(found.length, JSON.stringify(totals)).toBeLessThanOrEqual(1)
  return found.flatMap(({ currency: _, ...amounts }) => Object.values(amounts))
}
export const currenciesOf = (totals: Total[]) => totals.map(({ currency }) => currency).sort()

export const DELIVERY = { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix, Bukavu' }
export const PICKUP = { fulfillmentMethod: 'PICKUP' }
export const payBy = (payerPhoneNumber: string, network = 'airtel', countryCode = 'CD') => ({
  payerPhoneNumber,
  network,
  countryCode,
})
export const quote = (as: Caller, more: object = PICKUP) => call(as, 'POST', '/cart/quote', more)
/** Orders the cart (or a quote: `{quoteId}`) and asks this number for the money. */
export const checkout = (as: Caller, phone = freshPhone(), more: object = PICKUP, headers?: Record<string, string>) =>
  call(as, 'POST', '/orders/checkout', { paymentMethod: 'MOBILE_MONEY', ...payBy(phone), ...more }, headers)
export const readCheckout = (as: Caller, id: string) => call(as, 'GET', `/orders/checkout/${id}`)
export const payCheckout = (as: Caller, id: string, phone = freshPhone()) =>
  call(as, 'POST', `/orders/checkout/${id}/pay`, payBy(phone))

/** A buyer whose cart holds two pieces of one product of each of these shops; a dollar is 2,800 francs. */
export async function filledCart(...wanted: { currency?: string; price?: string; stock?: number }[]) {
  const buyer = await signUp()
  const markets: Market[] = []
  for (const { currency = 'USD', price = '12.50', stock = 10 } of wanted.length ? wanted : [{}])
    markets.push({ ...(await newMarket({ price, stock }, { currency })), buyer })
  if (wanted.some(({ currency }) => currency === 'CDF')) await rate('USD', 'CDF', 280_000_000_000)
  for (const { variantId } of markets) ok(await addItem(buyer, variantId, 2))
  return { buyer, markets, market: markets[0] as Market, variantId: (markets[0] as Market).variantId }
}

/** A checkout of the filled cart, whose prompts wait on `phone`. */
export async function placedCheckout(...wanted: Parameters<typeof filledCart>) {
  const filled = await filledCart(...wanted)
  const phone = freshPhone()
  return { ...filled, phone, checkout: ok(await checkout(filled.buyer, phone)) as Data }
}

/** Makes a checkout of such a cart, and pays it. */
export async function paidCheckout(...wanted: Parameters<typeof filledCart>) {
  const placed = await placedCheckout(...wanted)
  await approve(placed.phone)
  return { ...placed, checkout: ok(await readCheckout(placed.buyer, placed.checkout.checkoutId)) as Data }
}

export const setPrice = async ({ seller, variantId }: Market, price: string) =>
  ok(await call(seller, 'PUT', `/products/variants/${variantId}`, { price }))
export const addStock = async ({ seller, variantId }: Market, amount: number) =>
  ok(await call(seller, 'POST', `/products/variants/${variantId}/stock`, { type: 'ADJUSTMENT', amount }))
export const takeOffSale = async ({ seller, productId }: Market) =>
  ok(await call(seller, 'POST', `/products/${productId}/status`, { status: 'ARCHIVED' }))

/** A form with one file. */
export function fileForm(bytes: Uint8Array | string, fields: Record<string, string> = {}, name = 'photo.jpg') {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name)
  return form
}

/** Reads a private file at the signed address that an answer carried. */
export const readSigned = (url: string, as: Caller = guest): Promise<Answer> => {
  const { pathname, search } = new URL(url, 'http://localhost:8787')
  return call(as, 'GET', `${pathname.replace('/api/v1', '')}${search}`)
}

/** The signed address with one letter of it changed. */
export const forgeAddress = (url: string) => `${url.slice(0, -6)}${url.at(-6) === 'a' ? 'b' : 'a'}${url.slice(-5)}`

export const message = (as: Caller, orderId: string, body: string, more: object = {}) =>
  call(as, 'POST', `/orders/${orderId}/messages`, {
    channel: 'BUYER_SELLER',
    clientMessageId: crypto.randomUUID(),
    body,
    ...more,
  })
export const messagesOf = (as: Caller, orderId: string, channel = 'BUYER_SELLER', more = '') =>
  call(as, 'GET', `/orders/${orderId}/messages?channel=${channel}${more}`)

/** The status that each of these hears. */
export const statusesFor = (who: Caller[], method: string, path: string, body?: unknown) =>
  Promise.all(who.map(async (as) => (await call(as, method, path, body)).status))

export const times = (count: number) => Array.from({ length: count }, (_, i) => i)
export const people = (count: number): Promise<Person[]> => Promise.all(times(count).map(() => signUp()))
