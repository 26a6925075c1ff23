import { beforeEach, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { newRider, newZone } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, refuse } from '#testing/sandbox.ts'
import { refusal } from '#testing/stories/books.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { rate } from '#testing/stories/money.ts'
import { addItem, type Data, PICKUP, quote } from '#testing/stories/orders.ts'

// Rule 8.9.2: GET /orders/:id shows its buyer the last payin, the drop-off code while it is theirs, rider and last place: one read to track.
// POST /cart/quote is open to guests with items and place {country, city, lat?, lng?} in the body: nothing is written, no quoteId.
//
// Silent: whether a guest's quote says expiresAt; what a guest hears who names a saved address.

const read = async (market: Market, id: string, as = market.buyer): Promise<Data> =>
  ok(await call(as, 'GET', `/orders/${id}`))

describe('an order as its buyer reads it', () => {
  it('8.9.2 shows the last payin: the one that waits, the one that failed and says why, the one that paid', async () => {
    const market = await newMarket()
    const [first, second] = [freshPhone(), freshPhone()]
    const { id, payin } = ok(await postOrder(market, { payerPhoneNumber: first }))
    expect((await read(market, id)).payin).toMatchObject({ orderId: payin.orderId, status: 'pending' })
    await refuse(first)
    expect((await read(market, id)).payin).toMatchObject({ status: 'failed', failureReason: expect.any(String) })
    ok(
      await call(market.buyer, 'POST', `/orders/${id}/pay`, {
        payerPhoneNumber: second,
        network: 'vodacom',
        countryCode: 'CD',
      }),
    )
    expect((await read(market, id)).payin.status).toBe('pending')
    await approve(second)
    expect((await read(market, id)).payin.status).toBe('succeeded')
  })

  it('8.9.2 shows the payin of a checkout to each of its orders', async () => {
    const market = await newMarket()
    ok(await addItem(market.buyer, market.variantId, 1))
    const phone = freshPhone()
    const placed = ok(
      await call(market.buyer, 'POST', '/orders/checkout', {
        ...PICKUP,
        paymentMethod: 'MOBILE_MONEY',
        payerPhoneNumber: phone,
        network: 'vodacom',
        countryCode: 'CD',
      }),
    )
    const { id } = placed.orders[0]
    expect((await read(market, id)).payin.status).toBe('pending')
    await approve(phone)
    expect((await read(market, id)).payin.status).toBe('succeeded')
  })

  it('8.9.2 shows the drop-off code from ready to delivery, to the buyer alone, and rider and last place', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const paid = await paidOrder(market)
    expect(await read(market, paid.id)).not.toHaveProperty('dropoffCode')
    ok(await actOnOrder(market.seller, paid.id, 'accept'))
    ok(await actOnOrder(market.seller, paid.id, 'prepare'))
    const ready = ok(await actOnOrder(market.seller, paid.id, 'ready'))
    const { dropoffCode } = await read(market, paid.id)
    expect(dropoffCode).toMatch(/^\d{6}$/)
    for (const other of [market.seller, await signUp('SUPPORT')])
      expect(await read(market, paid.id, other)).not.toHaveProperty('dropoffCode')

    const act = async (action: string, body?: object) =>
      ok(await call(rider, 'POST', `/deliveries/${ready.delivery.id}/${action}`, body))
    await act('accept')
    expect(await read(market, paid.id, rider)).not.toHaveProperty('dropoffCode')
    ok(await call(rider, 'POST', '/riders/me/location', { lat: -2.51, lng: 28.87 }))
    await act('pickup', { code: ready.pickupCode })
    const onTheWay = await read(market, paid.id)
    expect(onTheWay).toMatchObject({ dropoffCode, delivery: { status: 'PICKED_UP', rider: { id: rider.riderId } } })
    expect(onTheWay.lastLocation).toMatchObject({ lat: -2.51, lng: 28.87 })
    const tracking = ok(await call(market.buyer, 'GET', `/orders/${paid.id}/tracking`))
    expect(onTheWay.lastLocation).toEqual(tracking.lastLocation)
    for (const other of [market.seller, await signUp('SUPPORT'), rider]) {
      const seen = await read(market, paid.id, other)
      expect(seen).not.toHaveProperty('dropoffCode')
      expect(seen).not.toHaveProperty('payin')
    }
    await act('deliver', { code: dropoffCode })
    const delivered = await read(market, paid.id)
    expect(delivered).not.toHaveProperty('dropoffCode')
    expect(delivered.lastLocation ?? null).toBeNull()
    expect(delivered.payin.status).toBe('succeeded')
  })

  it('8.9.2 is one trip to the database beside the session', async () => {
    const market = await newMarket()
    const { id } = await readyOrder(market)
    const answer = await call(market.buyer, 'GET', `/orders/${id}`)
    const trips = answer.headers.get('x-d1-round-trips')
    if (trips !== null) expect(Number(trips)).toBeLessThanOrEqual(2)
  })

  it('8.9.2 in a list carries no code', async () => {
    const market = await newMarket()
    await readyOrder(market)
    expect(JSON.stringify(ok(await call(market.buyer, 'GET', '/orders/me')))).not.toContain('dropoffCode')
  })
})

describe('a quote for a guest', () => {
  let market: Market
  let city: string
  beforeEach(async () => {
    market = await newMarket({ stock: 20 })
    city = `Ville ${crypto.randomUUID().slice(0, 6)}`
    ok(
      await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
        address: { country: 'CD', city, lat: -2.5, lng: 28.86 },
      }),
    )
    await newZone(city, { feeMinor: 325 })
  })
  const items = (quantity = 2) => [{ variantId: market.variantId, quantity }]
  const asks = (more: object = {}, as: Parameters<typeof call>[0] = guest) =>
    call(as, 'POST', '/cart/quote', { items: items(), place: { country: 'CD', city }, ...more })
  const written = async () => {
    const tables = (
      await all<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\'",
      )
    ).map(({ name }) => name)
    const found: Record<string, number> = {}
    for (const name of tables) found[name] = await count(`"${name}"`)
    return found
  }

  it('8.9.2 says price and fee, writes nothing, and has no quoteId', async () => {
    const before = await written()
    const said = ok(await asks())
    expect(said).not.toHaveProperty('quoteId')
    expect(said.groups).toMatchObject([
      { shopId: market.seller.shopId, currency: 'USD', subtotal: '25.00', deliveryFee: '3.25', total: '28.25' },
    ])
    expect(said.totals).toEqual([{ currency: 'USD', total: '28.25' }])
    expect(await written()).toEqual(before)
  })

  it('8.9.2 is by coordinates where there are some, and by name where not', async () => {
    expect(
      ok(await asks({ place: { country: 'CD', city: 'Ailleurs', lat: -2.5, lng: 28.861 } })).groups[0].deliveryFee,
    ).toBe('3.25')
    expect(refusal(await asks({ place: { country: 'CD', city, lat: 4, lng: 18 } }))).toEqual([409, 'OUT_OF_REACH'])
    expect(refusal(await asks({ place: { country: 'RW', city } }))).toEqual([409, 'OUT_OF_REACH'])
  })

  it('8.9.2 converts, takes pick-up, and names what there is not enough of', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    expect(ok(await asks({ currency: 'CDF' })).totals).toEqual([{ currency: 'CDF', total: '79100.00' }])
    expect(
      ok(await call(guest, 'POST', '/cart/quote', { items: items(), fulfillmentMethod: 'PICKUP' })).totals,
    ).toEqual([{ currency: 'USD', total: '25.00' }])
    const short = await asks({ items: items(21) })
    expect(refusal(short)).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect(short.error?.details?.length).toBeGreaterThan(0)
    expect((await asks({ items: [{ variantId: crypto.randomUUID(), quantity: 1 }] })).status).toBeGreaterThanOrEqual(
      404,
    )
  })

  it('8.9.2 is refused where the shop is closed, and under its minimum', async () => {
    ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { minOrderAmount: '26.00' }))
    expect((await asks()).status).toBe(400)
    ok(
      await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
        minOrderAmount: '0',
        closedFrom: new Date(Date.now() - 1000).toISOString(),
      }),
    )
    expect(refusal(await asks())).toEqual([409, 'SHOP_CLOSED'])
  })

  it.each([
    ['nothing', {}],
    ['items alone, to be delivered', { items: 'own' }],
    ['a place alone', { place: { country: 'CD', city: 'Bukavu' } }],
    ['an address of somebody', { items: 'own', addressId: 'x' }],
    ['no piece', { items: [] }],
    ['a place without a country', { items: 'own', place: { city: 'Bukavu' } }],
    ['half of a point', { items: 'own', place: { country: 'CD', city: 'Bukavu', lat: 1 } }],
  ])('8.9.2 with %s is refused, not a 500', async (_, body: Data) => {
    const { status } = await call(guest, 'POST', '/cart/quote', {
      ...body,
      ...(body.items === 'own' && { items: items() }),
    })
    expect([400, 401, 404, 409]).toContain(status)
  })

  it('8.9.2 the same variant twice is counted together', async () => {
    const twice = await asks({ items: [...items(1), ...items(1)] })
    if (twice.error) expect(twice.status).toBe(400)
    else expect(twice.data.groups[0].subtotal).toBe('25.00')
    const over = await asks({ items: [...items(15), ...items(15)] })
    expect([400, 409]).toContain(over.status)
  })

  it('8.9.2 is the price of whoever signs in and orders', async () => {
    const said = ok(await asks())
    ok(await addItem(market.buyer, market.variantId, 2))
    const own = ok(
      await quote(market.buyer, { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix' }),
    )
    expect(own.groups).toEqual(said.groups)
    expect(own.quoteId).toEqual(expect.any(String))
  })

  it('8.9.2 of somebody signed in, with items, leaves their cart alone', async () => {
    ok(await addItem(market.buyer, market.variantId, 1))
    const before = ok(await call(market.buyer, 'GET', '/cart'))
    await asks({}, market.buyer)
    expect(ok(await call(market.buyer, 'GET', '/cart'))).toEqual(before)
  })

  it('8.9.2 of what is not on sale is refused', async () => {
    await run("UPDATE shops SET status = 'SUSPENDED' WHERE id = ?", market.seller.shopId)
    ok(await call(market.seller, 'POST', `/products/${market.productId}/status`, { status: 'ARCHIVED' }))
    expect([404, 409]).toContain((await asks()).status)
  })
})
