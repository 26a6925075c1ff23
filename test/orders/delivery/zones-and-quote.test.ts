import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person, reasons, together } from '#testing/api.ts'
import { newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  addItem,
  type Data,
  expectUnknownIs404,
  faults,
  ok,
  quote,
  refusal,
  statusesFor,
  UNKNOWN,
} from '#testing/stories/orders.ts'

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
const BUKAVU = { lat: -2.5083, lng: 28.8608 }
const freshName = () => `Zone ${crypto.randomUUID().slice(0, 8)}`
const body = (more: object = {}) => {
  const name = freshName()
  return { name, country: 'CD', city: name, ...BUKAVU, radiusKm: 10, fee: '3.00', feeCurrency: 'USD', ...more }
}
const post = (more: object = {}, as: Caller = admin) => call(as, 'POST', '/deliveries/zones', body(more))
const put = (id: string, change: object, as: Caller = admin) => call(as, 'PUT', `/deliveries/zones/${id}`, change)
const zones = async (): Promise<Data[]> => ok(await call(guest, 'GET', '/deliveries/zones?limit=100')).zones
const find = async (id: string) => (await zones()).find((zone) => zone.id === id)

describe('a delivery zone', () => {
  it('is made by an ADMIN and read by everybody', async () => {
    const made = await post()
    expect(made.status).toBe(201)
    expect(made.data).toEqual({
      id: expect.any(String),
      name: made.data.name,
      country: 'CD',
      city: made.data.name,
      ...BUKAVU,
      radiusKm: 10,
      fee: '3.00',
      feeCurrency: 'USD',
      isOpen: true,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await find(made.data.id)).toEqual(made.data)
    const others = [await newShopkeeper(), await signUp(), await newRider(), await signUp('SUPPORT'), guest]
    expect(await statusesFor(others, 'POST', '/deliveries/zones', body())).toEqual([403, 403, 403, 403, 401])
    const path = `/deliveries/zones/${made.data.id}`
    expect(await statusesFor(others, 'PUT', path, { fee: '1.00' })).toEqual([403, 403, 403, 403, 401])
    expect(await statusesFor(others, 'DELETE', path)).toEqual([403, 403, 403, 403, 401])
    expect((await find(made.data.id))?.fee).toBe('3.00')
  })

  it('has a name of its own, whatever its accents and case', async () => {
    const name = `Ibánda ${crypto.randomUUID().slice(0, 6)}`
    const { id } = ok(await post({ name }))
    for (const same of [name, name.toUpperCase(), name.replace('á', 'a')])
      expect(refusal(await post({ name: same }))).toEqual([409, 'ALREADY_EXISTS'])
    const other = ok(await post())
    expect(refusal(await put(other.id, { name }))).toEqual([409, 'ALREADY_EXISTS'])
    expect(ok(await put(id, { name: name.toUpperCase() })).name).toBe(name.toUpperCase())
  })

  it('of eight at once with one name is one', async () => {
    const name = freshName()
    expect(reasons(await together(8, () => post({ name })))).toEqual({ ok: 1, ALREADY_EXISTS: 7 })
  })

  it.each([
    ['name', 'x'],
    ['name', 'x'.repeat(81)],
    ['country', 'FR'],
    ['lat', 91],
    ['lng', -181],
    ['radiusKm', 0],
    ['fee', '-1.00'],
    ['fee', '1.005'],
    ['feeCurrency', 'EUR'],
    ['isOpen', 'oui'],
  ])('is refused where %s is %s', async (field, value) => {
    expect(faults(await post({ [field]: value }))).toEqual([field])
    const { id } = ok(await post())
    const refused = await put(id, { [field]: value })
    expect([refused.status, refused.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('is changed in part, and unknown fields and ids are refused', async () => {
    const made = ok(await post())
    expect(ok(await put(made.id, { fee: '4.50' }))).toEqual({ ...made, fee: '4.50' })
    expect(ok(await put(made.id, { isOpen: false }))).toMatchObject({ fee: '4.50', isOpen: false })
    expect((await put(made.id, { couleur: 'rouge' })).status).toBe(400)
    await expectUnknownIs404(admin, 'PUT', (id) => `/deliveries/zones/${id}`, { fee: '1.00' })
    await expectUnknownIs404(admin, 'DELETE', (id) => `/deliveries/zones/${id}`)
  })

  it('is deleted while nobody needs it', async () => {
    const { id } = ok(await post())
    expect(ok(await call(admin, 'DELETE', `/deliveries/zones/${id}`))).toEqual({ deleted: true })
    expect(await find(id)).toBeUndefined()
    expect((await call(admin, 'DELETE', `/deliveries/zones/${id}`)).status).toBe(404)
  })

  it('with riders, or with an open delivery, is 409 IN_USE and stays', async () => {
    const [worked, delivered] = [ok(await post()), ok(await post())]
    await newRider([worked.id])
    const address = { country: 'CD', city: delivered.city, ...BUKAVU }
    await newJob({ seller: await newShopkeeper({ address }) })
    for (const { id } of [worked, delivered]) {
      expect(refusal(await call(admin, 'DELETE', `/deliveries/zones/${id}`))).toEqual([409, 'IN_USE'])
      expect(await find(id)).toBeDefined()
    }
  })
})

describe('the quote of a way', () => {
  const shopIn = async (city: string) => newShopkeeper({ address: { country: 'CD', city, ...BUKAVU } })
  const fee = (as: Caller, shopId: string, { lat, lng } = BUKAVU) =>
    call(as, 'GET', `/deliveries/quote?shopId=${shopId}&lat=${lat}&lng=${lng}`)

  it('is the fee of the zone, and how far it is', async () => {
    const at = { lat: 1.2, lng: 25.1 }
    const zone = ok(await post({ fee: '3.50', ...at }))
    const seller = await newShopkeeper({ address: { country: 'CD', city: zone.city, ...at } })
    const near = ok(await fee(await signUp(), seller.shopId, { lat: at.lat + 0.05, lng: at.lng }))
    expect(near).toEqual({ fee: '3.50', currency: 'USD', zoneId: zone.id, distanceKm: expect.any(Number) })
    expect(near.distanceKm).toBeGreaterThan(5)
    expect(near.distanceKm).toBeLessThan(7)
    expect((await fee(guest, seller.shopId, at)).status).toBe(401)
  })

  it('outside every radius, or of an unknown shop, is 404', async () => {
    const zone = ok(await post({ lat: -11.66, lng: 27.48, radiusKm: 5 }))
    const seller = await shopIn(zone.city)
    const buyer = await signUp()
    expect((await fee(buyer, seller.shopId, { lat: 40, lng: -70 })).status).toBe(404)
    for (const id of [UNKNOWN, 'pas-un-id']) expect((await fee(buyer, id)).status).toBe(404)
    const draft = await newShopkeeper({ shop: 'DRAFT' })
    expect((await fee(buyer, draft.shopId)).status).toBe(404)
  })

  it('needs a shop and a place', async () => {
    const [buyer, seller] = [await signUp(), await shopIn('Bukavu')]
    const get = (query: string) => call(buyer, 'GET', `/deliveries/quote?${query}`)
    expect(faults(await get('lat=1&lng=1'))).toEqual(['shopId'])
    expect((await get(`shopId=${seller.shopId}`)).status).toBe(400)
    expect(faults(await get(`shopId=${seller.shopId}&lat=91&lng=1`))).toEqual(['lat'])
  })

  it('of a zone that is closed is as if there were none', async () => {
    const at = { lat: 4.3, lng: 18.5 }
    const zone = ok(await post({ ...at, isOpen: false }))
    const seller = await newShopkeeper({ address: { country: 'CD', city: zone.city, ...at } })
    expect((await fee(await signUp(), seller.shopId, at)).status).toBe(404)
  })

  it('is what a cart is quoted for the buyer’s saved address', async () => {
    const at = { lat: -5.9, lng: 29.2 }
    const zone = ok(await post({ fee: '4.25', ...at }))
    const market = await newMarket()
    const address = { country: 'CD', city: zone.city, ...at }
    ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { address }))
    ok(await addItem(market.buyer, market.variantId, 1))
    const saved = ok(await call(market.buyer, 'POST', '/users/me/addresses', { ...ADDRESS, city: zone.city, ...at }))
    const { groups } = ok(await quote(market.buyer, { fulfillmentMethod: 'DELIVERY', addressId: saved.id }))
    expect(groups[0]).toMatchObject({ subtotal: '12.50', deliveryFee: '4.25', total: '16.75' })
  })

  it('is of the shop’s own zones alone: a pin in the zone of another town is out of reach', async () => {
    const [here, there] = [
      { lat: -9.4, lng: 25.1 },
      { lat: -6.1, lng: 22.3 },
    ]
    const zone = ok(await post({ fee: '5.00', ...here }))
    ok(await post({ fee: '0.10', ...there }))
    const market = await newMarket()
    const saved = ok(await call(market.buyer, 'POST', '/users/me/addresses', { ...ADDRESS, ...there }))
    ok(await addItem(market.buyer, market.variantId, 1))
    for (const place of [here, {}]) {
      const address = { country: 'CD', city: zone.city, ...place }
      ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { address }))
      const asked = await quote(market.buyer, { fulfillmentMethod: 'DELIVERY', addressId: saved.id })
      expect(refusal(asked)).toEqual([409, 'OUT_OF_REACH'])
      expect((await fee(market.buyer, market.seller.shopId, there)).status).toBe(404)
    }
  })
})
