import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Caller, call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshEmail, freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { bearer, PASSWORD } from '#testing/fixtures/people.ts'
import { publishedProduct } from '#testing/fixtures/products.ts'
import { approve } from '#testing/sandbox.ts'
import { type Data, ok } from '#testing/stories/orders.ts'
import { codeAfter } from '#testing/stories/people.ts'

// docs/limits.md, Journeys: how often a front end asks, and how much it is answered, compressed. A bound
// is some tenth above what was measured; it goes down with it, and up with a reason.

/** The requests of one screen after another, and the compressed bytes of their answers. */
function journey() {
  const asked: { screen: string; request: string; bytes: number }[] = []
  return {
    asked,
    ask: async (
      screen: string,
      as: Caller,
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ) => {
      const answer = await call(as, method, path, body, headers)
      const bytes = gzipSync(JSON.stringify(answer.body)).length
      asked.push({ screen, request: `${method} ${path.split('?')[0]}`, bytes })
      return ok(answer) as Data
    },
    requests: () => asked.length,
    bytes: () => asked.reduce((sum, each) => sum + each.bytes, 0),
    /** The screens that ask more than once. */
    slow: () => {
      const counts = Map.groupBy(asked, ({ screen }) => screen)
      return [...counts].filter(([, all]) => all.length > 1).map(([screen, all]) => `${screen}: ${all.length}`)
    },
  }
}

const WORDS = [
  'Café arabica torréfié à Bukavu',
  'Thé vert de Rwamagana',
  'Miel de forêt d’Idjwi',
  'Pagne wax six yards',
  'Radio à manivelle',
]
const DESCRIPTION =
  'Récolté à la main au bord du lac, séché au soleil et emballé le jour de la commande. Se garde un an au sec.'

/** A market with twenty products of one shop, each unlike the others. */
async function fullMarket() {
  const market = await newMarket({ stock: 100 })
  const { data } = await call(null, 'GET', `/products/${market.productId}`)
  const category = { categoryId: data.category.id, subcategoryId: data.subcategoryId }
  for (let i = 0; i < 19; i++)
    await publishedProduct(market.seller, category, {
      name: `${WORDS[i % 5]} ${i + 1}`,
      description: `${DESCRIPTION} Lot ${i + 1}.`,
      variants: JSON.stringify([{ price: `${i + 3}.50`, stock: 10 + i }]),
    })
  const { address } = ok(await call(null, 'GET', `/seller/shop/${market.seller.shopId}`))
  const place = { country: address.country, city: address.city }
  return { ...market, category, place, slug: data.slug as string }
}

describe('a guest', () => {
  it('browses twenty products in half of 3 KB', async () => {
    const { category } = await fullMarket()
    const { ask, asked } = journey()
    const list = await ask('list', null, 'GET', `/products/cards?limit=20&categoryId=${category.categoryId}`)
    expect(list.products).toHaveLength(20)
    expect(asked[0]?.bytes).toBeLessThan(1600)
  })

  it('comes from the first page to the parcel on its way in nine requests and some 6 KB, and no screen but the first asks twice', async () => {
    const market = await fullMarket()
    const { ask, requests, bytes, slow, asked } = journey()
    await ask('home', null, 'GET', '/products/categories')
    await ask('home', null, 'GET', '/products/cards?limit=20')
    const product = await ask('product', null, 'GET', `/products/slug/${market.slug}`)
    const items = [{ variantId: product.variants[0].id, quantity: 2 }]
    await ask('cart', null, 'POST', '/cart/quote', {
      items,
      place: market.place,
      fulfillmentMethod: 'DELIVERY',
      currency: 'USD',
    })
    const email = freshEmail()
    let deviceToken = ''
    const code = await codeAfter(email, async () => {
      const created = await call(null, 'POST', '/auth/create-account', {
        name: 'Aline',
        email,
        password: PASSWORD,
        role: 'BUYER',
      })
      asked.push({
        screen: 'join',
        request: 'POST /auth/create-account',
        bytes: gzipSync(JSON.stringify(created.body)).length,
      })
      deviceToken = created.data.deviceToken
      return created
    })
    const session = await ask(
      'code',
      null,
      'POST',
      '/auth/verify-email',
      { email, code },
      { 'x-device-token': deviceToken },
    )
    const buyer = bearer(session.accessToken)
    const payerPhoneNumber = freshPhone()
    const order = await ask('pay', buyer, 'POST', '/orders', orderBody(market, { payerPhoneNumber }), {
      'idempotency-key': crypto.randomUUID(),
    })
    await ask('wait', buyer, 'GET', `/orders/${order.id}`)
    await approve(payerPhoneNumber)
    await handOver(market.seller, order.id)
    const tracked = await ask('track', buyer, 'GET', `/orders/${order.id}`)
    expect(tracked).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      payin: { status: 'succeeded' },
      dropoffCode: expect.any(String),
    })
    expect(tracked.delivery.rider).toBeTruthy()
    expect(slow()).toEqual(['home: 2'])
    expect(requests()).toBe(9)
    expect(bytes()).toBeLessThan(6700)
  })
})

/** The seller and a rider bring the parcel on its way. */
async function handOver(seller: Person, id: string): Promise<void> {
  for (const step of ['accept', 'prepare']) ok(await call(seller, 'POST', `/orders/${id}/${step}`))
  const ready = ok(await call(seller, 'POST', `/orders/${id}/ready`))
  const rider = await newRider()
  ok(await call(rider, 'POST', `/deliveries/${ready.delivery.id}/accept`))
  ok(await call(rider, 'POST', `/deliveries/${ready.delivery.id}/pickup`, { code: ready.pickupCode }))
}

describe('who sells and who rides', () => {
  it('takes an order from its notice to the rider, and the parcel to its buyer, one request a screen', async () => {
    const market = await fullMarket()
    const payerPhoneNumber = freshPhone()
    const placed = ok(await call(market.buyer, 'POST', '/orders', orderBody(market, { payerPhoneNumber })))
    await approve(payerPhoneNumber)
    const rider = await newRider()
    const day = journey()
    const { orders } = await day.ask('orders', market.seller, 'GET', '/orders/seller?limit=20')
    expect(orders[0]).toMatchObject({ id: placed.id, items: [{ quantity: 2 }], shop: { name: expect.any(String) } })
    await day.ask('order', market.seller, 'GET', `/orders/${placed.id}`)
    await day.ask('accept', market.seller, 'POST', `/orders/${placed.id}/accept`)
    await day.ask('prepare', market.seller, 'POST', `/orders/${placed.id}/prepare`)
    const ready = await day.ask('ready', market.seller, 'POST', `/orders/${placed.id}/ready`)
    await day.ask('figures', market.seller, 'GET', '/dashboard/seller')
    await day.ask('wallet', market.seller, 'GET', '/wallet')
    const job = journey()
    const { deliveries } = await job.ask('jobs', rider, 'GET', '/deliveries/available')
    expect(deliveries[0].id).toBe(ready.delivery.id)
    await job.ask('take', rider, 'POST', `/deliveries/${ready.delivery.id}/accept`)
    await job.ask('pick up', rider, 'POST', `/deliveries/${ready.delivery.id}/pickup`, { code: ready.pickupCode })
    const { dropoffCode } = ok(await call(market.buyer, 'GET', `/orders/${placed.id}`))
    await job.ask('deliver', rider, 'POST', `/deliveries/${ready.delivery.id}/deliver`, { code: dropoffCode })
    await job.ask('earned', rider, 'GET', '/riders/me/earnings')
    expect([day.slow(), job.slow()]).toEqual([[], []])
    expect([day.requests(), job.requests()]).toEqual([7, 5])
    expect(day.bytes()).toBeLessThan(4700)
    expect(job.bytes()).toBeLessThan(2150)
  })
})
