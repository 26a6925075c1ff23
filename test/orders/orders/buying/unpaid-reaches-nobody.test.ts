import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, count, first } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { approve } from '#testing/sandbox.ts'

// Sellers and riders hear of an order, and read what its buyer wrote, from its payment on (docs/states.md, Who sees an order).

const NOTE = 'Appelez le 0812345678 pour gagner'
const STREET = '12, avenue SECRETE, Ibanda, Bukavu'
const words = { channel: 'BUYER_SELLER', clientMessageId: 'x', body: 'Confirmez votre numéro de retrait' }
const complaint = { type: 'ORDER', title: 'Lisez ceci', description: NOTE } as const

let market: Market
let support: Person
let city: string
beforeAll(async () => {
  market = await newMarket({ stock: 100 })
  market.buyer = await withPhone()
  support = await signUp('SUPPORT')
  city =
    (await first<{ city: string }>("SELECT address ->> 'city' AS city FROM shops WHERE id = ?", market.seller.shopId))
      ?.city ?? ''
})

async function unpaidOrder() {
  const buyer = await withPhone()
  const payerPhoneNumber = freshPhone()
  const placed = await postOrder({ ...market, buyer }, { note: NOTE, deliveryAddress: STREET, payerPhoneNumber })
  expect(placed.status, JSON.stringify(placed.error)).toBe(201)
  return { id: String(placed.data.id), buyer, payerPhoneNumber }
}
const told = (person: Person) => count('notifications WHERE user_id = ?', person.id)

describe('an order that nobody paid', () => {
  it('shows its seller neither note nor address, in the list and by itself; its buyer and the team read both', async () => {
    const { id, buyer, payerPhoneNumber } = await unpaidOrder()
    const listed = await call(market.seller, 'GET', '/orders/seller')
    const shown = await call(market.seller, 'GET', `/orders/${id}`)
    expect(JSON.stringify([listed.data, shown.data])).not.toMatch(/SECRETE|gagner/)
    expect(shown.data).toMatchObject({ note: null, deliveryAddress: null })
    for (const reader of [buyer, support])
      expect((await call(reader, 'GET', `/orders/${id}`)).data).toMatchObject({ note: NOTE, deliveryAddress: STREET })
    await approve(payerPhoneNumber)
    expect((await call(market.seller, 'GET', `/orders/${id}`)).data).toMatchObject({
      note: NOTE,
      deliveryAddress: STREET,
    })
  })

  it('takes no message and no picture, also after it was cancelled', async () => {
    const { id, buyer } = await unpaidOrder()
    const before = await told(market.seller)
    const form = new FormData()
    form.append('file', new Blob([jpeg()], { type: 'image/jpeg' }), 'a.jpg')
    for (const writer of [buyer, market.seller])
      expect(await call(writer, 'POST', `/orders/${id}/messages`, words)).toMatchObject({
        status: 409,
        error: { reason: 'INVALID_TRANSITION', message: expect.stringContaining('payée') },
      })
    expect((await call(buyer, 'POST', `/orders/${id}/messages/attachments`, form)).status).toBe(409)
    await call(support, 'POST', `/orders/admin/${id}/cancel`, { reason: 'Essai' })
    expect((await call(buyer, 'POST', `/orders/${id}/messages`, words)).status).toBe(409)
    expect(await told(market.seller)).toBe(before)
  })

  it('keeps the reasons of its end from its seller', async () => {
    const { id, buyer } = await unpaidOrder()
    await call(support, 'POST', `/orders/admin/${id}/cancel`, { reason: NOTE })
    expect((await call(market.seller, 'GET', `/orders/${id}`)).data).toMatchObject({ cancellationReason: null })
    expect(JSON.stringify((await call(market.seller, 'GET', `/orders/${id}/timeline`)).data)).not.toMatch(/gagner/)
    expect((await call(buyer, 'GET', `/orders/${id}`)).data).toMatchObject({ cancellationReason: NOTE })
  })

  it('brings its seller no incident before it is paid, and then the one that is open', async () => {
    const { id, buyer, payerPhoneNumber } = await unpaidOrder()
    const before = await told(market.seller)
    const { data: incident } = await call(buyer, 'POST', '/incidents', { ...complaint, orderId: id })
    expect(await told(market.seller)).toBe(before)
    expect((await call(market.seller, 'GET', `/incidents/${incident.id}`)).status).toBe(404)
    await approve(payerPhoneNumber)
    expect((await call(market.seller, 'GET', `/incidents/${incident.id}`)).status).toBe(200)
    const kinds = await all<{ type: string }>(
      'SELECT type FROM notifications WHERE user_id = ? ORDER BY created_at DESC LIMIT 1',
      market.seller.id,
    )
    expect(kinds).toEqual([{ type: 'order.paid' }])
  })
})

describe('a job that nobody has taken', () => {
  it('shows a rider commune or quarter, distance and fee, and whoever takes it the rest', async () => {
    const rider = await newRider()
    const order = await readyOrder(market, { deliveryAddress: STREET })
    const { id } = order.delivery
    const { data: looked } = await call(rider, 'GET', `/deliveries/${id}`)
    const { data: listed } = await call(rider, 'GET', '/deliveries/available?limit=100')
    const one = listed.deliveries.find((job: { id: string }) => job.id === id)
    for (const seen of [looked, one])
      expect(seen).toMatchObject({
        pickup: { name: null, phone: null, address: { country: 'CD', city } },
        dropoff: { name: null, phone: null, address: { country: 'CD', city } },
        fee: expect.any(String),
      })
    expect(JSON.stringify([looked, one])).not.toMatch(/SECRETE|avenue|lat|lng/)
    expect((await call(rider, 'POST', `/deliveries/${id}/accept`)).data.dropoff).toMatchObject({ address: STREET })
  })

  it('names the commune and the quarter of a saved address', async () => {
    const rider = await newRider()
    const saved = await call(market.buyer, 'POST', '/users/me/addresses', {
      ...{ label: 'Maison', recipientName: 'Aline Mapendo', phone: '0810000123', country: 'CD', city },
      ...{ commune: 'Ibanda', quartier: 'Ndendere', avenue: 'SECRETE', number: '5', landmark: 'près du rond-point' },
    })
    expect(saved.status, JSON.stringify(saved.error)).toBe(201)
    await call(market.buyer, 'PUT', '/cart', { items: [{ variantId: market.variantId, quantity: 1 }] })
    const payerPhoneNumber = freshPhone()
    const placed = await call(market.buyer, 'POST', '/orders/checkout', {
      ...{ fulfillmentMethod: 'DELIVERY', paymentMethod: 'MOBILE_MONEY', currency: 'USD', payerPhoneNumber },
      ...{ network: 'vodacom', countryCode: 'CD', addressId: saved.data.id },
    })
    expect(placed.status, JSON.stringify(placed.error)).toBe(201)
    await approve(payerPhoneNumber)
    const [order] = placed.data.orders
    for (const action of ['accept', 'ready'])
      expect((await actOnOrder(market.seller, order.id, action)).status).toBe(200)
    const { data: shown } = await call(market.seller, 'GET', `/orders/${order.id}`)
    const path = `/deliveries/${shown.delivery.id}`
    expect((await call(rider, 'GET', path)).data.dropoff).toEqual({
      ...{ name: null, phone: null },
      address: { country: 'CD', city, commune: 'Ibanda', quartier: 'Ndendere' },
    })
    expect((await call(rider, 'POST', `${path}/accept`)).data.dropoff).toMatchObject({ name: 'Aline Mapendo' })
  })
})

it('a paid order takes messages', async () => {
  const order = await paidOrder(market)
  expect((await call(market.buyer, 'POST', `/orders/${order.id}/messages`, words)).status).toBe(201)
})
