import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { ADDRESS, freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { movementsOf } from '#testing/sandbox.ts'
import { again, MINUTE, rate } from '#testing/stories/money.ts'
import {
  addItem,
  addStock,
  amountsIn,
  cartOf,
  checkout,
  currenciesOf,
  DELIVERY,
  faults,
  filledCart,
  GONE,
  ok,
  PICKUP,
  pieces,
  quote,
  refusal,
  setPrice,
  takeOffSale,
  UNKNOWN,
} from '#testing/stories/orders.ts'

describe('a quote', () => {
  it('says for each shop what the goods, the way and both cost, and until when', async () => {
    const { buyer, markets } = await filledCart({}, { price: '3.00' })
    const before = Date.now()
    const answer = await quote(buyer, DELIVERY)
    expect(answer.status).toBe(200)
    const { quoteId, groups, totals, expiresAt } = answer.data
    expect(quoteId).toEqual(expect.any(String))
    const byShop = (i: number) => groups.find(({ shopId }: { shopId: string }) => shopId === markets[i]?.seller.shopId)
    expect(byShop(0)).toMatchObject({ subtotal: '25.00', deliveryFee: '2.00', total: '27.00' })
    expect(byShop(1)).toMatchObject({ subtotal: '6.00', deliveryFee: '2.00', total: '8.00' })
    expect(amountsIn(totals, 'USD')).toContain('35.00')
    expect(Math.abs(Date.parse(expiresAt) - before - 15 * MINUTE)).toBeLessThan(MINUTE)
    expect(Number(answer.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
  })

  it('has no fee where the buyer comes for the goods', async () => {
    const { buyer } = await filledCart()
    expect(ok(await quote(buyer, PICKUP)).groups[0]).toMatchObject({ deliveryFee: '0.00', total: '25.00' })
  })

  it('is in the products’ currencies, which are never added up', async () => {
    const { buyer } = await filledCart({}, { currency: 'CDF', price: '5600.00' })
    const { totals } = ok(await quote(buyer))
    expect(currenciesOf(totals)).toEqual(['CDF', 'USD'])
    expect([amountsIn(totals, 'USD'), amountsIn(totals, 'CDF')]).toMatchObject([['25.00'], ['11200.00']])
  })

  it('is all in the currency that is asked for, where there is a rate', async () => {
    const { buyer, markets } = await filledCart({}, { currency: 'CDF', price: '5600.00' })
    const { groups, totals } = ok(await quote(buyer, { ...PICKUP, currency: 'USD' }))
    expect(currenciesOf(totals)).toEqual(['USD'])
    expect(amountsIn(totals, 'USD')).toContain('29.00')
    const shopId = markets[1]?.seller.shopId
    expect(groups.find((group: { shopId: string }) => group.shopId === shopId).total).toBe('4.00')
    expect(faults(await quote(buyer, { ...PICKUP, currency: 'RWF' }))).toEqual(['currency'])
  })

  it('of a shop that sells in both is in the shop’s currency', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const { buyer, market } = await filledCart()
    const francs = await publishedProduct(market.seller, await newCategory(), { currency: 'CDF', name: 'Thé de Goma' })
    ok(await call(market.seller, 'PUT', `/products/variants/${francs.variants[0].id}`, { price: '28000.00' }))
    ok(await addItem(buyer, francs.variants[0].id))
    const { groups, totals } = ok(await quote(buyer))
    expect(groups).toHaveLength(1)
    expect(groups[0].total).toBe('35.00')
    expect(currenciesOf(totals)).toEqual(['USD'])
  })

  it('holds nothing back: no piece, no line, no money', async () => {
    const { buyer, variantId } = await filledCart()
    ok(await quote(buyer))
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })
})

describe('what cannot be quoted', () => {
  it('is an empty cart: 409', async () => {
    expect((await quote(await signUp())).status).toBe(409)
    expect((await quote(guest)).status).toBe(401)
  })

  it.each(['UNAVAILABLE', 'OUT_OF_STOCK', 'LOW_STOCK'])(
    'is a line that is %s: 409, with its details',
    async (issue) => {
      const { buyer, market, markets } = await filledCart({ stock: 2 }, {})
      if (issue === 'UNAVAILABLE') await takeOffSale(market)
      else await addStock(market, issue === 'LOW_STOCK' ? -1 : -2)
      const refused = await quote(buyer)
      expect([refused.status, refused.error?.details?.length]).toEqual([409, 1])
      expect(refused.error?.details?.[0]?.field).toEqual(expect.any(String))
      ok(await call(buyer, 'PUT', '/cart', { items: [{ variantId: markets[1]?.variantId, quantity: 1 }] }))
      expect(ok(await quote(buyer)).groups).toHaveLength(1)
    },
  )

  it('is less than the shop’s minimum, in the shop’s currency: 400', async () => {
    const { buyer, market } = await filledCart()
    ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { minOrderAmount: '25.01' }))
    expect((await quote(buyer)).status).toBe(400)
    ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { minOrderAmount: '25.00' }))
    expect((await quote(buyer)).status).toBe(200)
  })

  it('is a way the shop does not offer: 400', async () => {
    const { buyer, market } = await filledCart()
    ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { deliveryMethods: ['PICKUP'] }))
    expect((await quote(buyer, DELIVERY)).status).toBe(400)
    expect((await quote(buyer, PICKUP)).status).toBe(200)
    expect(faults(await quote(buyer, { fulfillmentMethod: 'DRONE' }))).toEqual(['fulfillmentMethod'])
  })

  it('is a delivery without an address, or to an address that is another’s', async () => {
    const { buyer, market } = await filledCart()
    expect((await quote(buyer, { fulfillmentMethod: 'DELIVERY' })).status).toBe(400)
    const { city } = ok(await call(buyer, 'GET', `/seller/shop/${market.seller.shopId}`)).address
    const { id: addressId } = ok(await call(buyer, 'POST', '/users/me/addresses', { ...ADDRESS, city }))
    const other = ok(await call(await signUp(), 'POST', '/users/me/addresses', ADDRESS))
    const to = (id: string) => quote(buyer, { fulfillmentMethod: 'DELIVERY', addressId: id })
    expect((await to(addressId)).status).toBe(200)
    for (const id of [other.id, UNKNOWN, 'pas-un-id']) expect(refusal(await to(id))).toEqual(GONE)
  })
})

describe('a quote that is ordered', () => {
  it('costs what it said, and leaves in the cart what came after it', async () => {
    const { buyer, variantId } = await filledCart()
    const { quoteId } = ok(await quote(buyer, DELIVERY))
    const later = await newMarket()
    ok(await addItem(buyer, later.variantId, 1))
    const placed = ok(await checkout(buyer, freshPhone(), { quoteId }))
    expect(placed.orders).toHaveLength(1)
    expect(placed.orders[0]).toMatchObject({ total: '27.00', fulfillmentMethod: 'DELIVERY', status: 'PENDING_PAYMENT' })
    expect(placed.orders[0].items[0]).toMatchObject({ variantId, quantity: 2, unitPrice: '12.50' })
    expect(pieces(await cartOf(buyer))).toEqual({ [later.variantId]: 1 })
  })

  it.each(['13.00', '12.00'])(
    'after the seller moved the price to %s is 409 PRICE_CHANGED, and nothing is asked for',
    async (price) => {
      const { buyer, market, variantId } = await filledCart()
      const phone = freshPhone()
      const { quoteId } = ok(await quote(buyer))
      await setPrice(market, price)
      expect(refusal(await checkout(buyer, phone, { quoteId }))).toEqual([409, 'PRICE_CHANGED'])
      expect(await movementsOf(phone)).toEqual([])
      expect(await stockOf(variantId)).toMatchObject({ held: 0 })
      expect(ok(await call(buyer, 'GET', '/orders/me')).orders).toEqual([])
      const next = ok(await quote(buyer))
      expect(next.groups[0].total).toBe((Number(price) * 2).toFixed(2))
      expect((await checkout(buyer, phone, { quoteId: next.quoteId })).status).toBe(201)
    },
  )

  it('whose pieces went meanwhile is 409 INSUFFICIENT_STOCK with details', async () => {
    const { buyer, market } = await filledCart({ stock: 2 })
    const { quoteId } = ok(await quote(buyer))
    await addStock(market, -1)
    const refused = await checkout(buyer, freshPhone(), { quoteId })
    expect([...refusal(refused), refused.error?.details?.length]).toEqual([409, 'INSUFFICIENT_STOCK', 1])
  })

  it('is ordered once', async () => {
    const { buyer } = await filledCart()
    const { quoteId } = ok(await quote(buyer))
    ok(await checkout(buyer, freshPhone(), { quoteId }))
    const second = freshPhone()
    expect([409, 410]).toContain((await checkout(buyer, second, { quoteId })).status)
    expect(await movementsOf(second)).toEqual([])
    expect(ok(await call(buyer, 'GET', '/orders/me')).orders).toHaveLength(1)
  })

  it('is good for 15 minutes, then 410', async () => {
    const { buyer, market } = await filledCart()
    const fresh = ok(await quote(buyer))
    wait(14 * MINUTE)
    const late = ok(await quote(await again(buyer)))
    wait(2 * MINUTE)
    const now = await again(buyer)
    expect(refusal(await checkout(now, freshPhone(), { quoteId: fresh.quoteId }))).toEqual([410, 'GONE'])
    expect((await checkout(now, freshPhone(), { quoteId: late.quoteId })).status).toBe(201)
    expect(await stockOf(market.variantId)).toMatchObject({ held: 2 })
  })

  it('is the buyer’s own: another’s, an unknown and no id are 404', async () => {
    const { buyer } = await filledCart()
    const { quoteId } = ok(await quote(buyer))
    const other = await filledCart()
    for (const id of [quoteId, UNKNOWN, 'pas-un-id'])
      expect(refusal(await checkout(other.buyer, freshPhone(), { quoteId: id }))).toEqual(GONE)
    expect((await checkout(buyer, freshPhone(), { quoteId })).status).toBe(201)
  })
})
