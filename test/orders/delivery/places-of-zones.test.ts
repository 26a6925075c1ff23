import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { newZone } from '#testing/fixtures/deliveries.ts'
import { ADDRESS, freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { ok, refusal } from '#testing/stories/books.ts'
import { rate } from '#testing/stories/money.ts'
import { addItem, type Data, DELIVERY, PICKUP, payBy, putCart, quote } from '#testing/stories/orders.ts'

// Rule 8.4.5: a place is in reach where a zone that serves the shop holds it (coordinates within the radius; without them the same country
// and city by 8.4.1), at that zone's fee; or, where no zone serves the shop's city, in that city itself (within 15 km of the shop, else by
// its name), at the platform's default fee (a setting; null = no delivery there). A plain deliveryAddress is taken for the shop's own city.
// One fee in /deliveries/quote, cart quote and order; elsewhere 409 OUT_OF_REACH (/deliveries/quote: 404).
//
// Silent: the name of the setting (defaultDeliveryFee of a currency in /wallet/settings/platform) and its value at first (2.00 USD as before);
// what a city is whose zones are all closed; whether a place with coordinates but beyond the radius in the same city by name is in reach
// (taken as not: the radius decides where there are coordinates).

const OUT = [409, 'OUT_OF_REACH']
const AT = { lat: -2.5083, lng: 28.8608 }
const kmNorth = (km: number) => ({ lat: AT.lat + km / 111.2, lng: AT.lng })
const cityName = () => `Ville ${crypto.randomUUID().slice(0, 8)}`
type Place = { country?: string; city?: string; lat?: number; lng?: number }

/** A shop in a city of its own, at a point unless told otherwise. */
async function shopIn(city: string, more: object = AT, country = 'CD'): Promise<Market> {
  const market = await newMarket({ stock: 100 })
  ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { address: { country, city, ...more } }))
  ok(await addItem(market.buyer, market.variantId, 2))
  return market
}
const save = async (buyer: Person, place: Place): Promise<string> =>
  ok(await call(buyer, 'POST', '/users/me/addresses', { ...ADDRESS, landmark: 'rond-point', ...place })).id
const cartQuote = (buyer: Person, addressId: string) => quote(buyer, { fulfillmentMethod: 'DELIVERY', addressId })
const checkout = (buyer: Person, addressId: string) =>
  call(buyer, 'POST', '/orders/checkout', {
    fulfillmentMethod: 'DELIVERY',
    addressId,
    paymentMethod: 'MOBILE_MONEY',
    ...payBy(freshPhone()),
  })
/** Costs of the way to a place by each of the operations, or how it is refused. */
async function ways({ buyer, seller }: Market, place: Place) {
  const addressId = await save(buyer, place)
  const said = (answer: Answer, fee: unknown) => (answer.error ? refusal(answer) : fee)
  const cart = await cartQuote(buyer, addressId)
  const ordered = await checkout(buyer, addressId)
  const found: Data = {
    cart: said(cart, cart.data?.groups[0].deliveryFee),
    order: said(ordered, ordered.data?.orders[0].deliveryFee),
  }
  if (place.lat !== undefined) {
    const asked = await call(
      buyer,
      'GET',
      `/deliveries/quote?shopId=${seller.shopId}&lat=${place.lat}&lng=${place.lng}`,
    )
    found.way = asked.error ? [asked.status] : asked.data.fee
  }
  return found
}
const all = (fee: unknown) => ({ cart: fee, order: fee })

describe('a place that a zone of the shop holds', () => {
  it('8.4.5 by its coordinates within the radius has that zone’s fee: quote of the way, of the cart, and the order', async () => {
    const city = cityName()
    await newZone(city, { ...AT, feeMinor: 325 })
    expect(await ways(await shopIn(city), { country: 'CD', city, ...kmNorth(6) })).toEqual({
      ...all('3.25'),
      way: '3.25',
    })
  })

  it('8.4.5 by its coordinates, whatever its city is called', async () => {
    const city = cityName()
    await newZone(city, { ...AT, feeMinor: 325 })
    expect(await ways(await shopIn(city), { country: 'CD', city: 'Bagira', ...kmNorth(3) })).toEqual({
      ...all('3.25'),
      way: '3.25',
    })
  })

  it('8.4.5 without coordinates by country and city, without case, accents, hyphens', async () => {
    const name = crypto.randomUUID().slice(0, 6)
    await newZone(`Mbuji-Máyi ${name}`, { ...AT, feeMinor: 325 })
    const market = await shopIn(`Mbuji-Máyi ${name}`)
    for (const city of [`mbuji-mayi ${name}`, `MBUJI MAYI ${name}`, `Mbuji-Máyi  ${name}`]) {
      expect(await ways(market, { country: 'CD', city }), city).toEqual(all('3.25'))
      // The order has emptied the cart.
      ok(await addItem(market.buyer, market.variantId, 2))
    }
  })

  it('8.4.5 written out in plain words is the shop’s own city: at that zone’s fee', async () => {
    const city = cityName()
    await newZone(city, { ...AT, feeMinor: 325 })
    const market = await shopIn(city)
    expect(ok(await quote(market.buyer, DELIVERY)).groups[0].deliveryFee).toBe('3.25')
    const order = ok(await call(market.buyer, 'POST', '/orders', orderBody(market)))
    expect([order.deliveryFee, order.total]).toEqual(['3.25', '28.25'])
  })

  it('8.4.5 is converted with the order', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const city = cityName()
    await newZone(city, { ...AT, feeMinor: 325 })
    const market = await shopIn(city)
    const addressId = await save(market.buyer, { country: 'CD', city, ...kmNorth(3) })
    const { groups } = ok(await quote(market.buyer, { fulfillmentMethod: 'DELIVERY', addressId, currency: 'CDF' }))
    expect(groups[0].deliveryFee).toBe('9100.00')
  })
})

describe('a place outside of it', () => {
  it.each<[string, Place]>([
    ['20 km away', { country: 'CD', ...kmNorth(20) }],
    ['98 km away', { country: 'CD', city: 'Goma', lat: -1.68, lng: 29.22 }],
    ['over the border', { country: 'RW', city: 'Kigali', lat: -1.95, lng: 30.06 }],
    ['in another country, without coordinates', { country: 'RW' }],
    ['in another city, without coordinates', { country: 'CD', city: 'Kinshasa' }],
    ['in the middle of the ocean', { country: 'CD', lat: 0.5, lng: 0.5 }],
  ])('8.4.5 %s is out of reach: 409 OUT_OF_REACH, and 404 of the way; nothing is ordered', async (_, place) => {
    const city = cityName()
    await newZone(city, { ...AT, feeMinor: 325 })
    const market = await shopIn(city)
    const found = await ways(market, { city, ...place })
    expect(found).toEqual({ ...all(OUT), ...(place.lat !== undefined && { way: [404] }) })
    expect(ok(await call(market.buyer, 'GET', '/orders/me')).orders).toEqual([])
  })

  it('8.4.5 in a zone of another city is out of reach', async () => {
    const [city, other] = [cityName(), cityName()]
    await newZone(city, { ...AT, feeMinor: 325 })
    await newZone(other, { lat: -6.1, lng: 22.3, feeMinor: 10 })
    expect(await ways(await shopIn(city), { country: 'CD', city: other, lat: -6.1, lng: 22.3 })).toEqual({
      ...all(OUT),
      way: [404],
    })
  })

  it('8.4.5 is still where the buyer comes for it', async () => {
    const market = await shopIn(cityName())
    const addressId = await save(market.buyer, { country: 'RW', city: 'Kigali' })
    expect((await cartQuote(market.buyer, addressId)).status).toBe(409)
    expect(ok(await quote(market.buyer, PICKUP)).groups[0].deliveryFee).toBe('0.00')
  })

  it('8.4.5 of one shop of two stops the checkout of both, and nobody is asked for money', async () => {
    const city = cityName()
    await newZone(city, { ...AT, feeMinor: 325 })
    const [near, far] = [await shopIn(city), await shopIn(cityName())]
    ok(
      await putCart(
        near.buyer,
        [near, far].map(({ variantId }) => ({ variantId, quantity: 1 })),
      ),
    )
    const addressId = await save(near.buyer, { country: 'CD', city, ...kmNorth(2) })
    const asked = await cartQuote(near.buyer, addressId)
    // The second shop is in another city at the same point: in reach of it by the 15 km, or not by its name.
    if (asked.error) {
      expect(refusal(asked)).toEqual(OUT)
      expect(refusal(await checkout(near.buyer, addressId))).toEqual(OUT)
      expect(ok(await call(near.buyer, 'GET', '/orders/me')).orders).toEqual([])
    }
    const away = await save(near.buyer, { country: 'CD', city: 'Kinshasa', lat: -4.32, lng: 15.31 })
    expect(refusal(await checkout(near.buyer, away))).toEqual(OUT)
    expect(ok(await call(near.buyer, 'GET', '/orders/me')).orders).toEqual([])
  })
})

describe('where no zone serves the shop’s city', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await signUp('ADMIN')
  })
  const setDefault = (fee: string | null) =>
    call(admin, 'PUT', '/wallet/settings/platform', {
      currency: 'USD',
      defaultDeliveryFee: fee && { USD: fee, CDF: '5000' },
    })

  it('8.4.5 within 15 km of the shop it is the default fee', async () => {
    const city = cityName()
    expect(await ways(await shopIn(city), { country: 'CD', city, ...kmNorth(14) })).toEqual({
      ...all('2.00'),
      way: '2.00',
    })
  })

  it('8.4.5 beyond 15 km it is out of reach, though the city has the same name', async () => {
    const city = cityName()
    expect(await ways(await shopIn(city), { country: 'CD', city, ...kmNorth(17) })).toEqual({ ...all(OUT), way: [404] })
  })

  it('8.4.5 without coordinates the name of the city decides', async () => {
    const city = cityName()
    for (const more of [AT, {}]) {
      expect(await ways(await shopIn(city, more), { country: 'CD', city: city.toUpperCase() })).toEqual(all('2.00'))
      expect(await ways(await shopIn(city, more), { country: 'CD', city: 'Goma' })).toEqual(all(OUT))
      expect(await ways(await shopIn(city, more), { country: 'RW', city })).toEqual(all(OUT))
    }
  })

  it('8.4.5 a plain address is the shop’s own city', async () => {
    const market = await shopIn(cityName())
    expect(ok(await call(market.buyer, 'POST', '/orders', orderBody(market))).deliveryFee).toBe('2.00')
  })

  it('8.4.5 the default fee is a setting, and null delivers nowhere', async () => {
    const city = cityName()
    const market = await shopIn(city)
    try {
      ok(await setDefault('4.40'))
      expect(await ways(market, { country: 'CD', city, ...kmNorth(2) })).toEqual({ ...all('4.40'), way: '4.40' })
      ok(await setDefault(null))
      const other = await shopIn(city)
      expect(await ways(other, { country: 'CD', city, ...kmNorth(2) })).toEqual({ ...all(OUT), way: [404] })
      expect(refusal(await call(other.buyer, 'POST', '/orders', orderBody(other)))).toEqual(OUT)
      expect(ok(await quote(other.buyer, PICKUP)).groups[0].deliveryFee).toBe('0.00')
    } finally {
      await setDefault('2.00')
    }
  })
})
