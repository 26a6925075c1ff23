import { describe, expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  addItem,
  addStock,
  cartOf,
  type Data,
  expectUnknownIs404,
  GONE,
  issues,
  ok,
  pieces,
  refusal,
  setPrice,
  takeOffSale,
} from '#testing/stories/orders.ts'

/** Something bought once. */
async function bought() {
  const market = await newMarket()
  return { buyer: market.buyer, market, variantId: market.variantId, id: (await paidOrder(market)).id as string }
}
const timeline = async (as: Parameters<typeof call>[0], id: string): Promise<Data[]> => {
  const { events } = ok(await call(as, 'GET', `/orders/${id}/timeline`))
  return Date.parse(events[0].at) <= Date.parse(events.at(-1).at) && events[0].from === null ? events : events.reverse()
}
const reorder = (as: Parameters<typeof call>[0], id: string) => call(as, 'POST', `/orders/${id}/reorder`)

describe('the timeline of an order', () => {
  it('says each step: from, to, when and in which role', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    ok(await actOnOrder(market.buyer, delivered.id, 'confirm-receipt'))
    const events = await timeline(market.buyer, delivered.id)
    expect(events.map(({ to }) => to)).toEqual([
      'PENDING_PAYMENT',
      'PENDING_SELLER_REVIEW',
      'ACCEPTED',
      'PREPARING',
      'READY_FOR_PICKUP',
      'OUT_FOR_DELIVERY',
      'DELIVERED',
      'COMPLETED',
    ])
    for (const [i, event] of events.entries()) {
      expect(Object.keys(event).sort()).toEqual(['actorRole', 'at', 'event', 'from', 'reason', 'to'])
      expect(event.from).toBe(events[i - 1]?.to ?? null)
      expect(event.at).toMatch(/^\d{4}-.*\.\d{3}Z$/)
    }
    const roles = Object.fromEntries(events.map(({ to, actorRole }) => [to, actorRole]))
    expect(roles).toMatchObject({
      PENDING_PAYMENT: 'BUYER',
      ACCEPTED: 'SELLER',
      DELIVERED: 'RIDER',
      COMPLETED: 'BUYER',
    })
  })

  it('gives the reason, and of staff neither a name nor an id', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    const support = await signUp('SUPPORT')
    ok(await call(support, 'POST', `/orders/admin/${paid.id}/cancel`, { reason: 'Adresse introuvable' }))
    const answer = await call(market.buyer, 'GET', `/orders/${paid.id}/timeline`)
    const last = (await timeline(market.buyer, paid.id)).at(-1)
    expect(last).toMatchObject({ to: 'CANCELLED', from: 'PENDING_SELLER_REVIEW', reason: 'Adresse introuvable' })
    for (const secret of [support.id, support.email, 'Test SUPPORT'])
      expect(JSON.stringify(answer.body)).not.toContain(secret)
  })

  it('shows no note of staff', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${paid.id}/notes`, { body: 'Client difficile' }))
    for (const path of [`/orders/${paid.id}`, `/orders/${paid.id}/timeline`])
      for (const as of [market.buyer, market.seller])
        expect(JSON.stringify((await call(as, 'GET', path)).body)).not.toContain('difficile')
  })

  it('is read by buyer, seller, the rider who has it and staff; others hear 404', async () => {
    const market = await newMarket()
    const [ready, rider] = [await readyOrder(market), await newRider()]
    const path = `/orders/${ready.id}/timeline`
    expect(refusal(await call(rider, 'GET', path))).toEqual(GONE)
    ok(await call(rider, 'POST', `/deliveries/${ready.delivery.id}/accept`))
    for (const as of [market.buyer, market.seller, rider, await signUp('SUPPORT'), await signUp('ADMIN')])
      expect((await call(as, 'GET', path)).status).toBe(200)
    for (const as of [await signUp(), await newShopkeeper(), await newRider()])
      expect(refusal(await call(as, 'GET', path))).toEqual(GONE)
    expect((await call(guest, 'GET', path)).status).toBe(401)
    await expectUnknownIs404(market.buyer, 'GET', (id) => `/orders/${id}/timeline`)
  })
})

describe('an order that is ordered again', () => {
  it('goes into the cart, at the price of today', async () => {
    const { buyer, market, variantId, id } = await bought()
    await setPrice(market, '14.00')
    const cart = await reorder(buyer, id)
    expect([cart.status, pieces(cart.data)]).toEqual([200, { [variantId]: 2 }])
    expect(cart.data.items[0]).toMatchObject({ unitPrice: '14.00', lineTotal: '28.00' })
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('twice changes nothing, and the larger quantity wins', async () => {
    const { buyer, variantId, id } = await bought()
    for (const _ of [1, 2]) expect(pieces(ok(await reorder(buyer, id)))).toEqual({ [variantId]: 2 })
    ok(await addItem(buyer, variantId, 3))
    expect(pieces(ok(await reorder(buyer, id)))).toEqual({ [variantId]: 5 })
    const other = (await newMarket()).variantId
    ok(await addItem(buyer, other, 1))
    expect(pieces(ok(await reorder(buyer, id)))).toEqual({ [variantId]: 5, [other]: 1 })
  })

  it('by five phones at once is in the cart once', async () => {
    const { buyer, variantId, id } = await bought()
    const answers = await together(5, () => reorder(buyer, id))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await cartOf(buyer)).items).toHaveLength(1)
    expect(pieces(await cartOf(buyer))).toEqual({ [variantId]: 2 })
  })

  it('leaves out what is off sale, and puts in what is short with its issue', async () => {
    const market = await newMarket({ stock: 5 })
    const gone = await newMarket()
    const buyer = market.buyer
    const kept = ok(await postOrder(market, { quantity: 4 }))
    const lost = ok(await postOrder({ ...gone, buyer }))
    await addStock(market, -1)
    await takeOffSale(gone)
    expect(pieces(ok(await reorder(buyer, lost.id)))).toEqual({})
    const cart = ok(await reorder(buyer, kept.id))
    expect(Object.values(issues(cart))).not.toContain('UNAVAILABLE')
  })

  it('is its buyer’s: seller, staff and strangers cannot, and their carts stay empty', async () => {
    const { market, id } = await bought()
    for (const as of [market.seller, await signUp('SUPPORT'), await signUp()]) {
      expect([403, 404]).toContain((await reorder(as, id)).status)
      expect((await cartOf(as)).items).toEqual([])
    }
    expect(refusal(await reorder(await signUp(), id))).toEqual(GONE)
    expect((await reorder(guest, id)).status).toBe(401)
    await expectUnknownIs404(market.buyer, 'POST', (some) => `/orders/${some}/reorder`)
  })
})
