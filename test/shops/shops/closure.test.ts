import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { approve } from '#testing/sandbox.ts'

const DAY = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const set = ({ seller }: Market, body: object) => call(seller, 'PUT', `/seller/shop/${seller.shopId}`, body)
const away = (market: Market, more: object = {}) =>
  set(market, { closedFrom: at(-DAY), closedTo: at(7 * DAY), ...more })
const payer = () => ({ payerPhoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' })
const PICKUP = { fulfillmentMethod: 'PICKUP' }
const quote = ({ buyer }: Market) => call(buyer, 'POST', '/cart/quote', PICKUP)
const checkout = ({ buyer }: Market, more: object) =>
  call(buyer, 'POST', '/orders/checkout', { ...more, paymentMethod: 'MOBILE_MONEY', ...payer() })
const fill = ({ buyer, variantId }: Market) => call(buyer, 'PUT', '/cart', { items: [{ variantId, quantity: 1 }] })
const closed = (availableAt?: string) => ({
  status: 409,
  error: {
    reason: 'SHOP_CLOSED',
    message: expect.stringContaining('Kivu Frais est fermée'),
    ...(availableAt && { details: expect.arrayContaining([{ field: 'availableAt', message: availableAt }]) }),
  },
})

describe('a shop on holiday', () => {
  it('says so, with a word of its owner and the day it opens', async () => {
    const market = await newMarket()
    const closedTo = at(7 * DAY)
    const closureNote = 'En congé, à bientôt !'
    expect((await away(market, { closedTo, closureNote })).status).toBe(200)
    const { data } = await call(guest, 'GET', `/seller/shop/${market.seller.shopId}`)
    expect(data).toMatchObject({ isOpen: false, opensAt: closedTo, closureNote })
    expect((await set(market, { closedTo: null })).data).toMatchObject({ isOpen: false, opensAt: null })
    expect((await set(market, { closedFrom: null, closureNote: '' })).data).toMatchObject({
      ...{ isOpen: true, opensAt: null, closureNote: '' },
    })
    expect((await set(market, { closureNote: 'x'.repeat(201) })).status).toBe(400)
  })

  it('sells nothing: the line says so, and quote, order, checkout and pay are refused until it opens', async () => {
    const market = await newMarket()
    await fill(market)
    const { quoteId } = (await quote(market)).data
    const unpaid = (await postOrder(market, { quantity: 1 })).data
    const elsewhere = await newMarket()
    const closedTo = at(7 * DAY)
    await away(market, { closedTo })
    expect((await call(market.buyer, 'GET', '/cart')).data.items[0].issue).toBe('SHOP_CLOSED')
    expect(await quote(market)).toMatchObject(closed(closedTo))
    expect(await checkout(market, { quoteId })).toMatchObject(closed(closedTo))
    expect(await checkout(market, PICKUP)).toMatchObject(closed(closedTo))
    expect(await postOrder(market)).toMatchObject(closed(closedTo))
    expect(await actOnOrder(market.buyer, unpaid.id, 'pay', payer())).toMatchObject(closed(closedTo))
    expect(await count('orders WHERE buyer_id = ?', market.buyer.id)).toBe(1)
    // Another shop of the cart does not help, and its own lines are as they were.
    const items = [market, elsewhere].map(({ variantId }) => ({ variantId, quantity: 1 }))
    const { data } = await call(market.buyer, 'PUT', '/cart', { items })
    expect(data.items.map(({ issue }: { issue: string }) => issue)).toEqual(['SHOP_CLOSED', null])
    const mixed = await quote(market)
    expect(mixed).toMatchObject(closed(closedTo))
    expect(mixed.error?.details).toContainEqual({ field: 'items.0.variantId', message: expect.any(String) })
    await set(market, { closedFrom: null, closedTo: null })
    expect((await quote(market)).status).toBe(200)
  })

  it('without an end is closed all the same, and one to come refuses nothing yet', async () => {
    const market = await newMarket()
    await away(market, { closedTo: null })
    const refused = await postOrder(market)
    expect(refused).toMatchObject(closed())
    expect(refused.error?.message).toContain("jusqu'à nouvel ordre")
    await set(market, { closedFrom: at(DAY), closedTo: at(2 * DAY) })
    expect((await postOrder(market, { quantity: 1 })).status).toBe(201)
  })

  it('that pays a checkout again is refused too', async () => {
    const market = await newMarket()
    await fill(market)
    const { checkoutId } = (await checkout(market, PICKUP)).data
    const closedTo = at(DAY)
    await away(market, { closedTo })
    const again = await call(market.buyer, 'POST', `/orders/checkout/${checkoutId}/pay`, payer())
    expect(again).toMatchObject(closed(closedTo))
  })

  it('keeps the clock of an order of before, and takes the money that was on its way', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { data } = await postOrder(market, { quantity: 1, payerPhoneNumber: phone })
    await away(market)
    const before = Date.now()
    await approve(phone)
    const row = await orderRow(data.id)
    expect(row?.status).toBe('PENDING_SELLER_REVIEW')
    expect(Number(row?.dueAt)).toBeGreaterThanOrEqual(before + DAY)
    expect(Number(row?.dueAt)).toBeLessThan(before + DAY + 60_000)
  })
})

describe('outside its hours', () => {
  let market: Market
  let opening: number
  beforeAll(async () => {
    market = await newMarket()
    // Two days from now by the calendar of UTC+2.
    const midnight = Math.floor((Date.now() + 2 * 3_600_000) / DAY) * DAY - 2 * 3_600_000
    opening = midnight + 2 * DAY + 8 * 3_600_000
    const day = new Date(opening).getUTCDay()
    expect((await set(market, { openingHours: [{ day, open: '08:00', close: '18:00' }] })).status).toBe(200)
  })

  it('a shop shows when it opens, and lists can leave it out', async () => {
    const { shopId } = market.seller
    const seen = await call(guest, 'GET', `/seller/shop/${shopId}`)
    expect(seen.data).toMatchObject({ isOpen: false, opensAt: new Date(opening).toISOString() })
    const other = await newMarket()
    const listed = async (path: string, of: string) =>
      (await call(guest, 'GET', path)).data[of].map(({ id }: { id: string }) => id)
    expect(await listed('/seller/shops?openNow=true', 'shops')).toContain(other.seller.shopId)
    expect(await listed('/seller/shops?openNow=true', 'shops')).not.toContain(shopId)
    expect(await listed('/seller/shops?openNow=false', 'shops')).toContain(shopId)
    expect(await listed('/seller/shops?search=kivu&openNow=false', 'shops')).toContain(shopId)
    const products = (asked: string) => listed(`/products?${asked}`, 'products')
    expect(await products(`shopId=${shopId}&openNow=true`)).toEqual([])
    expect(await products(`shopId=${shopId}&openNow=false`)).toEqual([market.productId])
    expect(await products(`shopId=${shopId}&openNow=false&minPrice=1`)).toEqual([market.productId])
    expect(await products(`shopId=${shopId}&openNow=true&minPrice=1`)).toEqual([])
    expect(await products(`shopId=${shopId}&openNow=false&search=kivu`)).toEqual([market.productId])
    expect(await products(`shopId=${other.seller.shopId}&openNow=true`)).toEqual([other.productId])
  })

  it('takes orders: the seller’s day begins when it opens, and the buyer is told', async () => {
    const order = await paidOrder(market, { quantity: 1 })
    expect((await orderRow(order.id))?.dueAt).toBe(opening + DAY)
    const notice = async (as: Person, type: string): Promise<string> =>
      (await call(as, 'GET', `/notifications?type=${type}`)).data.notifications[0].body
    expect(await notice(market.buyer, 'order.waits')).toMatch(/Kivu Frais est fermée à cette heure.*24 heures/)
    expect(await notice(market.seller, 'order.paid')).toContain('24 heures de votre ouverture')
  })

  it('a shop that gave none is always open, and its seller has a day from now', async () => {
    const always = await newMarket()
    const before = Date.now()
    const order = await paidOrder(always, { quantity: 1 })
    expect(Number((await orderRow(order.id))?.dueAt)).toBeLessThan(before + DAY + 60_000)
    expect(await count("notifications WHERE user_id = ? AND type = 'order.waits'", always.buyer.id)).toBe(0)
  })

  it('hours may pass midnight, and are never nothing', async () => {
    const night = [{ day: 5, open: '18:00', close: '02:00' }]
    expect((await set(market, { openingHours: night })).data.openingHours).toEqual(night)
    const nothing = await set(market, { openingHours: [{ day: 5, open: '18:00', close: '18:00' }] })
    expect([nothing.status, nothing.error?.details?.[0]?.field]).toEqual([400, 'openingHours.0.close'])
  })
})
