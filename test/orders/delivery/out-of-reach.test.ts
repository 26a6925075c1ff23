import { afterEach, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { ADDRESS, freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

const CENTRE = { lat: -1.95, lng: 30.06 }
const freshCity = () => `Ville ${crypto.randomUUID()}`
const SETTINGS = '/wallet/settings/platform'
const payer = () => ({
  ...{ paymentMethod: 'MOBILE_MONEY', payerPhoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' },
})

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
afterEach(() => run('DELETE FROM platform_settings'))

/** A market whose shop is in this town. */
async function marketIn(address: object): Promise<Market> {
  const market = await newMarket()
  const moved = await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
    address: { country: 'RW', ...address },
  })
  expect(moved.status, JSON.stringify(moved.error)).toBe(200)
  await call(market.buyer, 'PUT', '/cart', { items: [{ variantId: market.variantId, quantity: 1 }] })
  return market
}
const newZone = async (more: object) => {
  const body = { name: freshCity(), country: 'RW', ...CENTRE, radiusKm: 15, fee: '1.50', feeCurrency: 'USD', ...more }
  const { status, data } = await call(admin, 'POST', '/deliveries/zones', body)
  expect(status).toBe(201)
  return data.id as string
}
async function saved({ buyer }: Market, place: object): Promise<string> {
  const { data } = await call(buyer, 'POST', '/users/me/addresses', { ...ADDRESS, country: 'RW', ...place })
  return data.id
}
const quote = ({ buyer }: Market, place: object) =>
  call(buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'DELIVERY', ...place })
const checkout = ({ buyer }: Market, more: object) =>
  call(buyer, 'POST', '/orders/checkout', { fulfillmentMethod: 'DELIVERY', ...more, ...payer() })
const wayOf = ({ buyer, seller }: Market, { lat, lng }: { lat: number; lng: number }) =>
  call(buyer, 'GET', `/deliveries/quote?shopId=${seller.shopId}&lat=${lat}&lng=${lng}`)

it('a place in the zone of the shop costs its one fee in the quote of the way, of the cart and in the order', async () => {
  const city = freshCity()
  const [market, zoneId] = [await marketIn({ city }), await newZone({ city })]
  const place = { lat: -1.96, lng: 30.07 }
  expect((await wayOf(market, place)).data).toMatchObject({ fee: '1.50', currency: 'USD', zoneId })
  const addressId = await saved(market, { city: 'Ailleurs', ...place })
  const quoted = await quote(market, { addressId })
  expect(quoted.data.groups[0].deliveryFee).toBe('1.50')
  expect(quoted.headers.get('x-d1-round-trips')).toBe('2')
  expect((await quote(market, { deliveryAddress: '12, avenue du Lac' })).data.groups[0].deliveryFee).toBe('1.50')
  expect((await checkout(market, { addressId })).data.orders[0].deliveryFee).toBe('1.50')
  const ordered = await call(market.buyer, 'POST', '/orders', orderBody(market, { quantity: 1 }))
  expect(ordered.data.deliveryFee).toBe('1.50')
})

it.each([
  ['another town', { country: 'RW', city: 'Gisenyi', lat: -1.7028, lng: 29.2564 }],
  ['over the border', { country: 'CD', city: 'Kinshasa', lat: -4.32, lng: 15.31 }],
  ['another town, without coordinates', { country: 'CD', city: 'Kinshasa' }],
  ['the bush, that bears the name of the town', { lat: 0.5, lng: 0.5 }],
])('%s is out of reach of a shop with a zone', async (_what, place) => {
  const city = freshCity()
  const market = await marketIn({ city, ...CENTRE })
  await newZone({ city })
  // A zone that holds the place serves another town than the shop's.
  await newZone({ city: freshCity(), lat: -1.7028, lng: 29.2564, fee: '9.90' })
  const addressId = await saved(market, { city, ...place })
  const details = [{ field: 'shopId', message: market.seller.shopId }]
  const refused = {
    status: 409,
    error: { reason: 'OUT_OF_REACH', message: expect.stringContaining('sur place'), details },
  }
  expect(await quote(market, { addressId })).toMatchObject(refused)
  expect(await checkout(market, { addressId })).toMatchObject(refused)
  expect(await count('orders WHERE buyer_id = ?', market.buyer.id)).toBe(0)
  if ('lat' in place && place.lat !== undefined)
    expect((await wayOf(market, { lat: Number(place.lat), lng: Number(place.lng) })).status).toBe(404)
  expect((await call(market.buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' })).status).toBe(200)
})

it('a town without zones costs the default fee, which an administrator sets, and takes away', async () => {
  const city = `Ville-d'${crypto.randomUUID()}`
  const market = await marketIn({ city, ...CENTRE })
  const addressId = await saved(market, { city: ` ${city.replace("'", '’').replaceAll('-', ' ').toUpperCase()}` })
  const fees = async () => [
    (await wayOf(market, CENTRE)).data?.fee,
    (await quote(market, { addressId })).data?.groups[0].deliveryFee,
    (await quote(market, { deliveryAddress: '12, avenue du Lac' })).data?.groups[0].deliveryFee,
  ]
  expect(await fees()).toEqual(['2.00', '2.00', '2.00'])
  expect((await wayOf(market, CENTRE)).data).toEqual({ fee: '2.00', currency: 'USD', zoneId: null, distanceKm: 0 })
  const set = (defaultDeliveryFee: object | null) => call(admin, 'PUT', SETTINGS, { defaultDeliveryFee })
  const dear = { USD: '3.25', CDF: '9000.00' }
  expect((await set(dear)).data.defaultDeliveryFee).toEqual(dear)
  expect(await fees()).toEqual(['3.25', '3.25', '3.25'])
  await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { currency: 'CDF' })
  expect((await wayOf(market, CENTRE)).data).toMatchObject({ fee: '9000.00', currency: 'CDF' })
  expect((await set(null)).data.defaultDeliveryFee).toBeNull()
  expect(await fees()).toEqual([undefined, undefined, undefined])
  const ordered = await call(market.buyer, 'POST', '/orders', orderBody(market, { quantity: 1 }))
  expect(ordered).toMatchObject({ status: 409, error: { reason: 'OUT_OF_REACH' } })
  const wrong = await set({ USD: '1.005', CDF: 1 })
  expect([wrong.status, wrong.error?.details?.[0]?.field]).toEqual([400, 'defaultDeliveryFee.USD'])
})

it('one town in several spellings is one town, for its zone and in the list', async () => {
  const city = `N'Djili-${crypto.randomUUID().slice(0, 8)}`
  const zoneId = await newZone({ city, fee: '0.75' })
  for (const spelled of [
    city.toUpperCase(),
    city.replace("'", '’'),
    city.replace('-', ' – '),
    city.replace('-', '\u00a0'),
  ]) {
    const market = await marketIn({ city: spelled })
    expect((await quote(market, { addressId: await saved(market, { city }) })).data.groups[0].deliveryFee).toBe('0.75')
    expect((await wayOf(market, CENTRE)).data.zoneId).toBe(zoneId)
    const { data } = await call(market.buyer, 'GET', `/seller/shops?city=${encodeURIComponent(city)}`)
    expect(data.shops.map(({ id }: { id: string }) => id)).toContain(market.seller.shopId)
  }
})

it('a shop where buyers fetch their goods has no fee for a way', async () => {
  const city = freshCity()
  const market = await marketIn({ city })
  await newZone({ city })
  const place = { lat: -1.96, lng: 30.07 }
  expect((await wayOf(market, place)).status).toBe(200)
  const { status } = await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
    deliveryMethods: ['PICKUP'],
  })
  expect(status).toBe(200)
  expect((await wayOf(market, place)).status).toBe(404)
})
