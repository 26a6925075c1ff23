import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { approve } from '#testing/sandbox.ts'
import { again } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw, type Raw } from '#testing/stories/readers.ts'

// Rule 8.3.8: a replay shows nobody what they may not read any more.

clockGoesOn()

const BUYER = 'Zanzibara Soixantedeux'
const STREET = 'Avenue-zanzibar-63'
const WORDS = 'Mots-zanzibar-64'

/** A request with a key, and the same one again. */
function keyed(method: string, path: string, body?: unknown) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return {
    once: async (as: Person): Promise<Raw> => {
      const answer = await askRaw(as, method, path, body, headers)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    },
    again: (as: Person) => askRaw(as, method, path, body, headers),
  }
}
const shows = ({ text }: Raw, ...words: string[]) => words.filter((word) => text.includes(word))

async function parcel() {
  const market = await newMarket()
  const phone = freshPhone()
  await changeUser(market.buyer.id, 'name = ?, phone = ?, phone_verified_at = 1', BUYER, phone)
  const order = await readyOrder(market, { deliveryAddress: `12, ${STREET}, Bukavu` })
  const rider = await newRider()
  return {
    ...market,
    order,
    rider,
    phone,
    path: `/deliveries/${order.delivery.id}`,
    secrets: [STREET, phone, 'Zanzibara'],
  }
}

describe('a replay', () => {
  it('8.3.8 shows a rider nothing of a job that was given up', async () => {
    const { rider, path, secrets } = await parcel()
    const accept = keyed('POST', `${path}/accept`)
    expect(shows(await accept.once(rider), ...secrets)).not.toEqual([])
    const release = keyed('POST', `${path}/release`)
    await release.once(rider)
    const replayed = await accept.again(rider)
    expect(shows(replayed, ...secrets)).toEqual([])
    expect(JSON.parse(replayed.text)).toEqual((await call(rider, 'GET', path)).body)
    expect(shows(await release.again(rider), ...secrets)).toEqual([])
  })

  it('8.3.8 nor of one that staff took away, or gave to somebody else', async () => {
    const { rider, path, secrets } = await parcel()
    const accept = keyed('POST', `${path}/accept`)
    await accept.once(rider)
    const support = await signUp('SUPPORT')
    ok(await call(support, 'POST', `${path}/unassign`))
    expect(shows(await accept.again(rider), ...secrets)).toEqual([])
    ok(await call(support, 'POST', `${path}/assign`, { riderId: (await newRider()).riderId }))
    expect(shows(await accept.again(rider), ...secrets)).toEqual([])
  })

  it('8.3.8 nor of words of a conversation that is another rider’s now', async () => {
    const { rider, path, order } = await parcel()
    ok(await call(rider, 'POST', `${path}/accept`))
    const body = { channel: 'BUYER_RIDER', clientMessageId: crypto.randomUUID(), body: WORDS }
    const write = keyed('POST', `/orders/${order.id}/messages`, body)
    await write.once(rider)
    ok(await call(rider, 'POST', `${path}/release`))
    const replayed = await write.again(rider)
    expect(shows(replayed, WORDS)).toEqual([])
    expect(replayed.status).toBe(404)
  })

  it('8.3.8 the same message of the same client is no way round it', async () => {
    const { rider, path, order } = await parcel()
    ok(await call(rider, 'POST', `${path}/accept`))
    const body = { channel: 'BUYER_RIDER', clientMessageId: crypto.randomUUID(), body: WORDS }
    ok(await call(rider, 'POST', `/orders/${order.id}/messages`, body))
    ok(await call(rider, 'POST', `${path}/release`))
    expect((await call(rider, 'POST', `/orders/${order.id}/messages`, body)).status).toBe(404)
  })

  it('8.3.8 shows a seller no buyer once the order is complete', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    await changeUser(market.buyer.id, 'name = ?, phone = ?, phone_verified_at = 1', BUYER, phone)
    const order = await paidOrder(market, { fulfillmentMethod: 'PICKUP', deliveryAddress: undefined })
    const accept = keyed('POST', `/orders/${order.id}/accept`)
    const ready = keyed('POST', `/orders/${order.id}/ready`)
    expect(shows(await accept.once(market.seller), phone)).toEqual([phone])
    await ready.once(market.seller)
    const { pickupCode } = ok(await call(market.buyer, 'GET', `/orders/${order.id}`))
    ok(await actOnOrder(market.seller, order.id, 'handover', { code: pickupCode }))
    ok(await actOnOrder(market.buyer, order.id, 'confirm-receipt'))
    for (const one of [accept, ready]) expect(shows(await one.again(market.seller), phone, 'Zanzibara')).toEqual([])
  })

  it('8.3.8 shows a seller no code of a parcel that was called off', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    ok(await actOnOrder(market.seller, order.id, 'accept'))
    const ready = keyed('POST', `/orders/${order.id}/ready`)
    const { pickupCode } = JSON.parse((await ready.once(market.seller)).text).data
    ok(await actOnOrder(market.seller, order.id, 'seller-cancel', { reason: 'Plus en stock' }))
    expect(shows(await ready.again(market.seller), `"${pickupCode}"`)).toEqual([])
  })

  it.each([
    [
      'an order',
      async () => {
        const order = await paidOrder(await newMarket(), { note: WORDS })
        return { path: `/orders/admin/${order.id}/notes`, body: { body: WORDS } }
      },
    ],
    [
      'a ticket',
      async () => {
        const ticket = { subject: 'La page', category: 'OTHER', body: WORDS }
        const { id } = ok(await call(await signUp(), 'POST', '/support/tickets', ticket))
        return { path: `/support/tickets/${id}/messages`, body: { body: WORDS, isInternal: true } }
      },
    ],
    ['a person', async () => ({ path: `/users/${(await signUp()).id}/block`, body: { reason: WORDS } })],
    [
      'an incident',
      async () => {
        const { id } = ok(
          await call(await signUp(), 'POST', '/incidents', { type: 'OTHER', title: 'La page', description: WORDS }),
        )
        return { path: `/incidents/${id}/updates`, body: { body: WORDS } }
      },
    ],
  ] as const)('8.3.8 shows who is staff no more nothing of %s', async (_, about) => {
    const { path, body } = await about()
    const [support, admin] = [await signUp('SUPPORT'), await signUp('ADMIN')]
    const act = keyed('POST', path, body)
    await act.once(support)
    ok(await call(admin, 'POST', `/users/${support.id}/role`, { role: 'BUYER' }))
    const replayed = await act.again(await again(support))
    expect([403, 404, 409]).toContain(replayed.status)
    expect(shows(replayed, WORDS)).toEqual([])
  })

  it('8.3.8 shows nobody who was blocked or signed out anything', async () => {
    const person = await signUp()
    const open = keyed('POST', '/support/tickets', { subject: 'La page', category: 'OTHER', body: WORDS })
    await open.once(person)
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/users/${person.id}/block`, { reason: 'Plaintes' }))
    const replayed = await open.again(person)
    expect([401, 403]).toContain(replayed.status)
    expect(shows(replayed, WORDS)).toEqual([])
  })

  it('8.3.8 shows no product that was taken down, in a favorite', async () => {
    const market = await newMarket({}, { name: 'Café zanzibar-65' })
    const add = keyed('POST', '/favorites', { type: 'PRODUCT', targetId: market.productId })
    expect(shows(await add.once(market.buyer), 'zanzibar-65')).toEqual(['zanzibar-65'])
    ok(
      await call(await signUp('SUPPORT'), 'POST', `/moderation/products/${market.productId}/takedown`, {
        reason: 'Interdit',
      }),
    )
    expect(shows(await add.again(market.buyer), 'zanzibar-65')).toEqual([])
  })

  it('8.3.8 shows what one may still read, as it was answered', async () => {
    const person = await signUp()
    const open = keyed('POST', '/support/tickets', { subject: 'La page', category: 'OTHER', body: WORDS })
    const first = await open.once(person)
    const second = await open.again(person)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(JSON.parse(second.text).data.id).toBe(JSON.parse(first.text).data.id)
  })

  it('8.3.8 shows all of it as long as nothing changed: every act of a story', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const same = async (as: Person, method: string, path: string, body?: unknown) => {
      const request = keyed(method, path, body)
      const first = await request.once(as)
      const { data } = JSON.parse(first.text)
      // The replay may show more, such as where a parcel was last.
      expect(JSON.parse((await request.again(as)).text).data, path).toMatchObject(data)
      return data
    }
    const payer = freshPhone()
    const order = await same(market.buyer, 'POST', '/orders', orderBody(market, { payerPhoneNumber: payer }))
    await approve(payer)
    await same(market.buyer, 'POST', `/orders/${order.id}/messages`, {
      channel: 'BUYER_SELLER',
      clientMessageId: 'a',
      body: WORDS,
    })
    await same(market.seller, 'POST', `/orders/${order.id}/accept`)
    await same(market.seller, 'POST', `/orders/${order.id}/prepare`)
    const { pickupCode, delivery } = await same(market.seller, 'POST', `/orders/${order.id}/ready`)
    await same(rider, 'POST', `/deliveries/${delivery.id}/accept`)
    await same(rider, 'POST', `/deliveries/${delivery.id}/pickup`, { code: pickupCode })
    const { dropoffCode } = ok(await call(market.buyer, 'GET', `/orders/${order.id}/tracking`))
    await same(rider, 'POST', `/deliveries/${delivery.id}/deliver`, { code: dropoffCode })
    await same(market.buyer, 'POST', `/orders/${order.id}/confirm-receipt`)
    await same(market.buyer, 'POST', '/favorites', { type: 'PRODUCT', targetId: market.productId })
    await same(market.buyer, 'POST', '/favorites', { type: 'SHOP', targetId: market.seller.shopId })
    await same(market.buyer, 'POST', '/cart/items', { variantId: market.variantId, quantity: 1 })
    await same(market.buyer, 'POST', `/orders/${order.id}/reorder`)
    await same(market.seller, 'POST', `/products/${market.productId}/variants`, { name: 'b', price: '3.00', stock: 1 })
    await same(market.seller, 'POST', `/products/${market.productId}/status`, { status: 'ARCHIVED' })
    await same(market.seller, 'POST', `/seller/shop/${market.seller.shopId}/unpublish`)
    await same(await signUp('SUPPORT'), 'POST', `/seller/shop/${market.seller.shopId}/suspend`, { reason: WORDS })
  })

  it('8.3.8 of a rider’s delivery shows no more than the delivery itself does by then', async () => {
    const { rider, buyer, path, order, secrets } = await parcel()
    ok(await call(rider, 'POST', `${path}/accept`))
    const pickup = keyed('POST', `${path}/pickup`, { code: order.pickupCode })
    await pickup.once(rider)
    const { dropoffCode } = ok(await call(buyer, 'GET', `/orders/${order.id}/tracking`))
    const deliver = keyed('POST', `${path}/deliver`, { code: dropoffCode })
    await deliver.once(rider)
    ok(await actOnOrder(buyer, order.id, 'confirm-receipt'))
    const read = shows(await askRaw(rider, 'GET', path), ...secrets)
    for (const one of [pickup, deliver]) expect(shows(await one.again(rider), ...secrets)).toEqual(read)
  })
})
