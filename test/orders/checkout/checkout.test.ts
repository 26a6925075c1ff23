import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { approve, refuse } from '#testing/sandbox.ts'
import {
  addItem,
  cartOf,
  checkout,
  type Data,
  filledCart,
  ok,
  PICKUP,
  payBy,
  payCheckout,
  pieces,
  placedCheckout,
  quote,
  readCheckout,
  refusal,
} from '#testing/stories/orders.ts'

const sharesOf = (checkoutId: string) =>
  all<{ minor: number }>(
    `SELECT w.amount_minor AS minor FROM payin_shares w JOIN orders o ON o.id = w.order_id
     WHERE o.checkout_id = ? ORDER BY o.id`,
    checkoutId,
  )

it('a checkout of five shops and fifty lines makes at most four trips', async () => {
  const [buyer, category] = [await signUp(), await newCategory()]
  for (let shop = 0; shop < 5; shop++) {
    const seller = await newShopkeeper()
    const variants = Array.from({ length: 10 }, (_, i) => variant({ name: `T${i}`, sku: `S${shop}-${i}` }))
    const product = await publishedProduct(seller, category, { variants: JSON.stringify(variants) })
    for (const { id } of product.variants) ok(await addItem(buyer, id))
  }
  const placed = await checkout(buyer)
  expect(placed.status).toBe(201)
  expect(placed.data.orders.map(({ items }: Data) => items.length)).toEqual([10, 10, 10, 10, 10])
  expect(Number(placed.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
  const read = await readCheckout(buyer, placed.data.checkoutId)
  expect(Number(read.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(1)
})

it('a checkout is charged in whole francs by an operator that takes no others, and each share can go back', async () => {
  const cart = { currency: 'CDF', price: '1000.25' }
  const { buyer, markets } = await filledCart(cart, cart, cart)
  const phone = freshPhone()
  const placed = ok(await checkout(buyer, phone, { ...PICKUP, ...payBy(phone, 'vodacom') }))
  expect(placed.payins[0].amount).toBe(6002)
  expect((await sharesOf(placed.checkoutId)).map(({ minor }) => minor)).toEqual([200_100, 200_000, 200_100])
  await approve(phone)
  for (const { id, shopId } of placed.orders) {
    const seller = markets.find((market) => market.seller.shopId === shopId)?.seller ?? null
    ok(await actOnOrder(seller, id, 'reject'))
  }
  const sent = await all<{ minor: number }>(
    `SELECT g.amount_minor AS minor FROM gateway_transactions g JOIN refunds r ON r.id = g.subject_id
     JOIN orders o ON o.id = r.order_id WHERE o.checkout_id = ? ORDER BY o.id`,
    placed.checkoutId,
  )
  expect(sent.map(({ minor }) => minor)).toEqual([200_100, 200_000, 200_100])
})

it("a checkout that is paid twice, by a payin of all its orders that came late, gives back each order's share", async () => {
  const { buyer, phone, checkout: placed } = await placedCheckout({}, { price: '3.00' })
  await refuse(phone)
  const second = freshPhone()
  ok(await payCheckout(buyer, placed.checkoutId, second))
  await approve(second)
  const [late] = await all<{ id: string }>(
    'SELECT id FROM gateway_transactions WHERE reference = ?',
    placed.payins[0].orderId,
  )
  const decision = { outcome: 'lateSuccess', note: 'Vu sur le relevé' }
  ok(await decideByHand(await signUp('ADMIN'), `/gatewayB/transactions/${late?.id}/resolve`, decision))
  for (const { id, total } of placed.orders)
    expect(await refundOf(id)).toMatchObject({ amountMinor: Number(total) * 100 })
  const told = await all<{ id: string }>(
    `SELECT i.order_id AS id FROM incidents i JOIN orders o ON o.id = i.order_id
     WHERE o.checkout_id = ? AND i.ref GLOB 'paidTwice:*'`,
    placed.checkoutId,
  )
  expect(told).toHaveLength(2)
})

it('a checkout that an operator takes back, by the word of an ADMIN, gives back the orders that nobody gave back', async () => {
  const { markets, phone, checkout: placed } = await placedCheckout({}, {})
  await approve(phone)
  const [one, two] = placed.orders
  const seller = markets.find((market) => market.seller.shopId === one.shopId)?.seller ?? null
  ok(await actOnOrder(seller, one.id, 'reject'))
  const [payin] = await all<{ id: string }>('SELECT payin_id AS id FROM payin_shares WHERE order_id = ?', two.id)
  const admin = await signUp('ADMIN')
  const decision = { outcome: 'reversed', note: 'Vu sur le relevé' }
  ok(await decideByHand(admin, `/gatewayB/transactions/${payin?.id}/resolve`, decision))
  expect(await refundOf(two.id)).toMatchObject({ status: 'SUCCEEDED', amountMinor: 2500 })
  const lost = await all<{ minor: number }>(
    `SELECT amount_minor AS minor FROM transfers WHERE kind = 'payin:reversed' AND ref = ? AND from_account = 'platform:cash'`,
    `${payin?.id}:${one.id}`,
  )
  expect(lost).toEqual([{ minor: 2500 }])
})

it('a checkout of one version of a cart uses every quote of it', async () => {
  const { buyer } = await filledCart()
  const [one, two] = [ok(await quote(buyer)).quoteId, ok(await quote(buyer)).quoteId]
  ok(await checkout(buyer, freshPhone(), { quoteId: one }))
  expect(refusal(await checkout(buyer, freshPhone(), { quoteId: two }))).toEqual([409, 'ALREADY_EXISTS'])
})

it('leaves in the cart what was added to a line after the quote', async () => {
  const { buyer, variantId } = await filledCart()
  const { quoteId } = ok(await quote(buyer))
  ok(await addItem(buyer, variantId, 3))
  ok(await checkout(buyer, freshPhone(), { quoteId }))
  expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 3 })
})

it('a checkout of a cart whose price moved unseen is 409 PRICE_CHANGED with its line, until it was quoted', async () => {
  const { buyer, market, variantId } = await filledCart()
  ok(await call(market.seller, 'PUT', `/products/variants/${variantId}`, { price: '13.00' }))
  const refused = await checkout(buyer)
  expect([...refusal(refused), refused.error?.details]).toMatchObject([
    409,
    'PRICE_CHANGED',
    [{ field: 'items.0.unitPrice' }],
  ])
  ok(await quote(buyer))
  expect((await checkout(buyer)).status).toBe(201)
})

it('a checkout of a quote names a line by its place in the cart, if shops take turns in it', async () => {
  const { buyer, markets } = await filledCart({}, {})
  const [first, second] = markets
  const more = await publishedProduct(first?.seller as Shopkeeper, await newCategory())
  ok(await addItem(buyer, more.variants[0].id))
  const { quoteId } = ok(await quote(buyer))
  ok(await call(second?.seller ?? null, 'PUT', `/products/variants/${second?.variantId}`, { price: '13.00' }))
  const refused = await checkout(buyer, freshPhone(), { quoteId })
  expect(refused.error).toMatchObject({ reason: 'PRICE_CHANGED', details: [{ field: 'items.1.unitPrice' }] })
})

it('takes a quote or its terms, and not both', async () => {
  const { buyer } = await filledCart()
  const { quoteId } = ok(await quote(buyer))
  expect((await checkout(buyer, freshPhone(), { ...PICKUP, quoteId })).status).toBe(400)
})

it('paying a checkout with one paid prompt and one refused asks for the refused one alone, and is 400 only if all were refused', async () => {
  const { buyer } = await filledCart({}, { currency: 'CDF', price: '2800.00' })
  const phone = freshPhone()
  const placed = ok(await checkout(buyer, phone))
  expect(placed.payins.map(({ orderId }: Data) => orderId)).toEqual([placed.checkoutId, `${placed.checkoutId}-2`])
  await refuse(phone)
  const again = await payCheckout(buyer, placed.checkoutId, freshPhone('059'))
  expect([again.status, again.error?.code]).toEqual([400, 'MBIYOPAY_PAYIN_FAILED'])
})
