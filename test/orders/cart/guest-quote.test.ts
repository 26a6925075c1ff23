import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'

// A guest asks what a choice of goods would cost at a place; nothing of it is kept (docs/states.md, Quote).

let market: Market
let place: { country: string; city: string }
const items = (quantity = 2, variantId = market.variantId) => [{ variantId, quantity }]
const quote = (body: object) => call(guest, 'POST', '/cart/quote', body)

beforeAll(async () => {
  market = await newMarket()
  const { address } = (await call(market.buyer, 'GET', `/seller/shop/${market.seller.shopId}`)).data
  place = { country: address.country, city: address.city }
})

describe('a guest', () => {
  it('is told what a buyer is told of the same goods, and nothing is written', async () => {
    const buyer = await signUp()
    await call(buyer, 'PUT', '/cart', { items: items() })
    const body = { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix' }
    const { quoteId, expiresAt: _, ...told } = (await call(buyer, 'POST', '/cart/quote', body)).data
    expect(quoteId).toEqual(expect.any(String))
    const before = [await count('quotes'), await count('carts'), await count('cart_items')]
    const asked = await quote({ items: items(), place })
    expect([asked.status, asked.headers.get('x-d1-round-trips')]).toEqual([200, '1'])
    const { expiresAt, ...data } = asked.data
    expect(data).toEqual(told)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect([await count('quotes'), await count('carts'), await count('cart_items')]).toEqual(before)
    const pickedUp = await quote({ items: items(), fulfillmentMethod: 'PICKUP' })
    expect(pickedUp.data.groups).toMatchObject([{ subtotal: '25.00', deliveryFee: '0.00', total: '25.00' }])
  })

  it('hears where a shop does not deliver, and that a way needs a place', async () => {
    const far = await quote({ items: items(), place: { country: 'RW', city: 'Kigali' } })
    expect([far.status, far.error?.reason]).toEqual([409, 'OUT_OF_REACH'])
    for (const [more, field] of [
      [{}, 'place'],
      [{ fulfillmentMethod: 'DELIVERY' }, 'place'],
      [{ place: { ...place, lat: 1 } }, 'place.lng'],
      [{ place: { ...place, lng: 1 } }, 'place.lat'],
      [{ place: { city: place.city } }, 'place.country'],
      [{ place, addressId: crypto.randomUUID() }, 'addressId'],
      [{ place, deliveryAddress: '12, avenue de la Paix' }, 'deliveryAddress'],
    ] as const) {
      const { status, error } = await quote({ items: items(), ...more })
      expect([status, error?.details?.map((one) => one.field)], JSON.stringify(more)).toEqual([400, [field]])
    }
  })

  it('is held to the bounds of a cart, and lines are named as in a cart', async () => {
    const many = Array.from({ length: 101 }, () => ({ variantId: crypto.randomUUID(), quantity: 1 }))
    for (const wrong of [[], many, items(0), items(1000), [...items(), ...items()]])
      expect((await quote({ items: wrong, place })).status).toBe(400)
    const short = await quote({ items: items(900), place })
    expect([short.status, short.error?.reason]).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect(short.error?.details).toMatchObject([{ field: 'items.0.quantity' }])
  })

  it('reads nothing of what was never on sale', async () => {
    const draft = await createProduct(market.seller, await newCategory())
    const hidden = await quote({ items: items(1, draft.data.variants[0].id), place })
    const unknown = await quote({ items: items(1, crypto.randomUUID()), place })
    expect([hidden.status, unknown.status]).toEqual([404, 404])
    expect(hidden.error?.message).toBe(unknown.error?.message)
  })

  it('is told of what is on sale no more by its place, and not its name once it was taken down', async () => {
    const { moderation_status } =
      (await first('SELECT moderation_status FROM products WHERE id = ?', market.productId)) ?? {}
    await run("UPDATE products SET moderation_status = 'TAKEN_DOWN', visible = 0 WHERE id = ?", market.productId)
    const { status, error } = await quote({ items: items(), place })
    expect([status, error?.details]).toEqual([
      409,
      [{ field: 'items.0.variantId', message: "Article retiré n'est plus en vente." }],
    ])
    await run(
      `UPDATE products SET moderation_status = ?, visible = 1 WHERE id = ?`,
      moderation_status,
      market.productId,
    )
  })
})

it('who brings no items or a token that is none is asked to sign in', async () => {
  for (const body of [{}, { fulfillmentMethod: 'PICKUP' }, { place }])
    expect((await quote(body)).error?.code).toBe('UNAUTHORIZED')
  const ended = { ...(await signUp()), token: 'x.y.z' }
  expect((await call(ended, 'POST', '/cart/quote', { items: items(), place })).status).toBe(401)
})

it('who is signed in is quoted their own cart only', async () => {
  const buyer = await signUp()
  for (const more of [{ items: items() }, { place }]) {
    const { status, error } = await call(buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP', ...more })
    expect([status, error?.details?.map((one) => one.field)]).toEqual([400, Object.keys(more)])
  }
  const { error } = await call(buyer, 'POST', '/cart/quote', {})
  expect(error?.details).toMatchObject([{ field: 'fulfillmentMethod' }])
})

it('counts in the quota of guests, by address', async () => {
  const { headers } = await call(
    guest,
    'POST',
    '/cart/quote',
    { items: items(), place },
    { 'CF-Connecting-IP': '198.51.100.77' },
  )
  expect(headers.get('ratelimit') ?? headers.get('x-ratelimit-limit')).toMatch(/6000|5999/)
})
