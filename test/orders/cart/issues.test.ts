import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  addItem,
  addStock,
  amountsIn,
  cartOf,
  filledCart,
  issues,
  ok,
  PICKUP,
  pieces,
  putCart,
  quote,
  setPrice,
  takeOffSale,
} from '#testing/stories/orders.ts'

const issueOf = async (buyer: Parameters<typeof cartOf>[0], variantId: string) => issues(await cartOf(buyer))[variantId]

describe('the issue of a line', () => {
  it('is LOW_STOCK where fewer are available than wanted, and the quantity stays', async () => {
    const { buyer, variantId } = await newMarket({ stock: 3 })
    const cart = ok(await addItem(buyer, variantId, 4))
    expect([issues(cart), pieces(cart)]).toEqual([{ [variantId]: 'LOW_STOCK' }, { [variantId]: 4 }])
    expect(issues(ok(await putCart(buyer, [{ variantId, quantity: 3 }])))).toEqual({ [variantId]: null })
  })

  it('is OUT_OF_STOCK where none is available, and goes when some come', async () => {
    const { buyer, market, variantId } = await filledCart({ stock: 2 })
    await addStock(market, -2)
    expect(await issueOf(buyer, variantId)).toBe('OUT_OF_STOCK')
    await addStock(market, 1)
    expect(await issueOf(buyer, variantId)).toBe('LOW_STOCK')
    await addStock(market, 1)
    expect(await issueOf(buyer, variantId)).toBeNull()
  })

  it('counts what other buyers hold while they pay', async () => {
    const { buyer, market, variantId } = await filledCart({ stock: 3 })
    const other = { ...market, buyer: await signUp() }
    expect((await postOrder(other, { quantity: 2, ...PICKUP, deliveryAddress: undefined })).status).toBe(201)
    expect(await issueOf(buyer, variantId)).toBe('LOW_STOCK')
    expect((await postOrder(other, { quantity: 1, ...PICKUP, deliveryAddress: undefined })).status).toBe(201)
    expect(await issueOf(buyer, variantId)).toBe('OUT_OF_STOCK')
  })

  it('is UNAVAILABLE where the product is off sale, whatever else is the matter', async () => {
    const { buyer, market, variantId } = await filledCart({ stock: 2 })
    await setPrice(market, '20.00')
    await addStock(market, -2)
    await takeOffSale(market)
    expect(await issueOf(buyer, variantId)).toBe('UNAVAILABLE')
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('is UNAVAILABLE where the shop closed its doors, and none once they open', async () => {
    const { buyer, market, variantId } = await filledCart()
    ok(await call(market.seller, 'POST', `/seller/shop/${market.seller.shopId}/unpublish`))
    expect(await issueOf(buyer, variantId)).toBe('UNAVAILABLE')
    ok(await call(market.seller, 'POST', `/seller/shop/${market.seller.shopId}/publish`))
    expect(await issueOf(buyer, variantId)).toBeNull()
  })

  it('is UNAVAILABLE where the product was deleted, and the line can still be taken out', async () => {
    const { buyer, market, variantId } = await filledCart()
    ok(await call(market.seller, 'DELETE', `/products/${market.productId}`))
    const cart = await cartOf(buyer)
    expect(issues(cart)).toEqual({ [variantId]: 'UNAVAILABLE' })
    expect(ok(await call(buyer, 'DELETE', `/cart/items/${cart.items[0].id}`)).items).toEqual([])
  })

  it.each(['15.00', '9.99'])('is PRICE_CHANGED once the price is %s, which is what it now costs', async (price) => {
    const { buyer, market, variantId } = await filledCart()
    await setPrice(market, price)
    const cart = await cartOf(buyer)
    const lineTotal = (Number(price) * 2).toFixed(2)
    expect(cart.items[0]).toMatchObject({ unitPrice: price, lineTotal, issue: 'PRICE_CHANGED' })
    expect(cart.groups[0].subtotal).toBe(lineTotal)
    expect(amountsIn(cart.totals, 'USD')).toContain(lineTotal)
    expect(await issueOf(buyer, variantId)).toBe('PRICE_CHANGED')
  })

  it('PRICE_CHANGED stays until the line is touched', async () => {
    const { buyer, market, variantId } = await filledCart({}, {})
    await setPrice(market, '13.00')
    const [line] = (await cartOf(buyer)).items.filter((item: { variantId: string }) => item.variantId === variantId)
    const set = ok(await call(buyer, 'PUT', `/cart/items/${line.id}`, { quantity: 3 }))
    expect(issues(set)[variantId]).toBeNull()
    expect(await issueOf(buyer, variantId)).toBeNull()
  })

  it('PRICE_CHANGED stays until the cart is quoted', async () => {
    const { buyer, market, variantId } = await filledCart()
    await setPrice(market, '13.00')
    expect(await issueOf(buyer, variantId)).toBe('PRICE_CHANGED')
    expect(ok(await quote(buyer)).groups[0].subtotal).toBe('26.00')
    expect(await issueOf(buyer, variantId)).toBeNull()
  })

  it('PRICE_CHANGED comes after LOW_STOCK, and shows once there are enough', async () => {
    const { buyer, market, variantId } = await filledCart({ stock: 2 })
    await setPrice(market, '13.00')
    await addStock(market, -1)
    expect(await issueOf(buyer, variantId)).toBe('LOW_STOCK')
    await addStock(market, 1)
    expect(await issueOf(buyer, variantId)).toBe('PRICE_CHANGED')
  })

  it('is of its line alone', async () => {
    const { buyer, markets } = await filledCart({}, {}, {})
    await takeOffSale(markets[1] as (typeof markets)[0])
    const found = issues(await cartOf(buyer))
    expect(markets.map(({ variantId }) => found[variantId])).toEqual([null, 'UNAVAILABLE', null])
  })
})
