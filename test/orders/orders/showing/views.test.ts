import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, deliveredOrder, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { type Data, expectUnknownIs404, GONE, ok, placedCheckout, refusal } from '#testing/stories/orders.ts'

const show = async (as: Parameters<typeof call>[0], id: string): Promise<Data> =>
  ok(await call(as, 'GET', `/orders/${id}`))
/** A market whose buyer has a verified number. */
async function namedMarket() {
  const market = await newMarket()
  const phone = freshPhone()
  await changeUser(market.buyer.id, "name = 'Grâce Mapendo', phone = ?, phone_verified_at = 1", phone)
  return { ...market, phone }
}

describe('an order', () => {
  it('carries its shop and its pictures, in the list too', async () => {
    const market = await newMarket()
    const placed = ok(await postOrder(market))
    const shop = { id: market.seller.shopId, name: 'Kivu Frais', slug: `kivu-${market.seller.shopId}`, logoUrl: null }
    const image = { imageUrl: expect.stringContaining('/media/'), name: 'Café du Kivu', lineTotal: '25.00' }
    expect(placed).toMatchObject({ shop, items: [image] })
    expect(await show(market.buyer, placed.id)).toMatchObject({ shop, items: [image] })
    const { orders } = ok(await call(market.buyer, 'GET', '/orders/me'))
    expect(orders[0]).toMatchObject({ id: placed.id, shop, items: [image] })
  })

  it('keeps its picture and its name when the product is gone', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    ok(await actOnOrder(market.seller, paid.id, 'reject'))
    ok(await call(market.seller, 'DELETE', `/products/${market.productId}`))
    const { items } = await show(market.buyer, paid.id)
    expect(items[0]).toMatchObject({ name: 'Café du Kivu', quantity: 2, unitPrice: '12.50' })
    expect(items[0].imageUrl).toContain('/media/')
  })

  it('of a checkout says which one; one of its own says none', async () => {
    const { buyer, checkout } = await placedCheckout({}, {})
    for (const { id } of checkout.orders) expect((await show(buyer, id)).checkoutId).toBe(checkout.checkoutId)
    const market = await newMarket()
    expect(ok(await postOrder(market)).checkoutId).toBeNull()
  })

  it('shows its seller the buyer’s first name and phone from acceptance to completion, and not else', async () => {
    const market = await namedMarket()
    const rider = await newRider()
    const paid = await paidOrder(market)
    const seenBySeller = async () => (await show(market.seller, paid.id)).buyer ?? null
    expect(await seenBySeller()).toBeNull()
    expect(ok(await actOnOrder(market.seller, paid.id, 'accept')).buyer).toEqual({
      firstName: 'Grâce',
      phone: market.phone,
    })
    const ready = ok(await actOnOrder(market.seller, paid.id, 'ready'))
    const act = (action: string, body?: object) =>
      call(rider, 'POST', `/deliveries/${ready.delivery.id}/${action}`, body)
    expect(refusal(await call(rider, 'GET', `/orders/${paid.id}`))).toEqual(GONE)
    ok(await act('accept'))
    expect((await show(rider, paid.id)).buyer).toEqual({ firstName: 'Grâce', phone: market.phone })
    ok(await act('pickup', { code: ready.pickupCode }))
    const { dropoffCode } = ok(await call(market.buyer, 'GET', `/orders/${paid.id}/tracking`))
    ok(await act('deliver', { code: dropoffCode }))
    expect(await seenBySeller()).toEqual({ firstName: 'Grâce', phone: market.phone })
    ok(await actOnOrder(market.buyer, paid.id, 'confirm-receipt'))
    expect(await seenBySeller()).toBeNull()
    expect((await show(rider, paid.id)).buyer ?? null).toBeNull()
  })

  it('that was cancelled shows the buyer’s phone no more', async () => {
    const market = await namedMarket()
    const paid = await paidOrder(market)
    ok(await actOnOrder(market.seller, paid.id, 'accept'))
    ok(await actOnOrder(market.seller, paid.id, 'seller-cancel', { reason: 'Rupture' }))
    const seen = await call(market.seller, 'GET', `/orders/${paid.id}`)
    expect(ok(seen).buyer ?? null).toBeNull()
    expect(JSON.stringify(seen.body)).not.toContain(market.phone)
  })

  it('is its parties’ and staff’s: another seller, another rider and strangers hear 404', async () => {
    const market = await newMarket()
    const ready = await readyOrder(market)
    for (const as of [market.buyer, market.seller, await signUp('SUPPORT'), await signUp('ADMIN')])
      expect((await call(as, 'GET', `/orders/${ready.id}`)).status).toBe(200)
    for (const as of [await signUp(), await newShopkeeper(), await newRider(), await signUp('ACCOUNTANT')])
      expect(refusal(await call(as, 'GET', `/orders/${ready.id}`))).toEqual(GONE)
    expect((await call(guest, 'GET', `/orders/${ready.id}`)).status).toBe(401)
    await expectUnknownIs404(market.buyer, 'GET', (id) => `/orders/${id}`)
  })
})

describe('the lists of orders', () => {
  it('are one’s own, newest first, by status', async () => {
    const market = await newMarket()
    const first = await paidOrder(market)
    const second = ok(await postOrder(market, { quantity: 1 }))
    const list = async (as: Parameters<typeof call>[0], path: string) =>
      ok(await call(as, 'GET', path)).orders.map(({ id }: Data) => id)
    expect(await list(market.buyer, '/orders/me')).toEqual([second.id, first.id])
    expect(await list(market.buyer, '/orders/me?status=PENDING_SELLER_REVIEW')).toEqual([first.id])
    expect(await list(market.buyer, '/orders/me?status=COMPLETED')).toEqual([])
    expect(await list(market.seller, '/orders/seller?status=PENDING_SELLER_REVIEW')).toEqual([first.id])
    expect(await list(market.seller, '/orders/me')).toEqual([])
    expect((await call(market.buyer, 'GET', '/orders/me?status=X')).status).toBe(400)
    expect((await call(market.buyer, 'GET', '/orders/me?limit=101')).status).toBe(400)
    expect((await call(market.buyer, 'GET', '/orders/seller')).status).toBe(403)
  })

  it('of a seller say how many there are of each status', async () => {
    const market = await newMarket()
    const [one] = [await paidOrder(market), await paidOrder(market)]
    ok(await actOnOrder(market.seller, one.id, 'accept'))
    const { counts, pagination } = ok(await call(market.seller, 'GET', '/orders/seller'))
    expect(counts).toMatchObject({ ACCEPTED: 1, PENDING_SELLER_REVIEW: 1 })
    expect(pagination).toMatchObject({ page: 1, total: 2 })
  })

  it('show a delivered order with the times of each step', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const shown = await show(market.buyer, delivered.id)
    expect(shown).toMatchObject({ status: 'DELIVERED', delivery: { status: 'DELIVERED' } })
    expect(Date.parse(shown.autoCompleteAt) - Date.now()).toBeGreaterThan(47 * 3_600_000)
  })
})
