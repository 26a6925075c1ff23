import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const CENTRE = { lat: -2.5, lng: 28.86 }
const north = (km: number) => ({ lat: CENTRE.lat + km / 111.19, lng: CENTRE.lng })

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
const freshCity = () => `Ville ${crypto.randomUUID()}`
const newZone = async (more: object): Promise<string> => {
  const body = { name: freshCity(), country: 'CD', ...CENTRE, radiusKm: 5, fee: '2.00', feeCurrency: 'USD', ...more }
  const { status, data } = await call(admin, 'POST', '/deliveries/zones', body)
  expect(status, JSON.stringify(data)).toBe(201)
  return data.id
}
const take = (id: string) => call(admin, 'DELETE', `/deliveries/zones/${id}`)

describe('what a delivery costs', () => {
  it('is the fee of the zone that the saved address is in, of the shop’s city', async () => {
    const city = freshCity()
    const [near, far] = [await newZone({ city, fee: '2.10' }), await newZone({ city, ...north(20), fee: '6.40' })]
    // Nearer to the address, and of another city.
    await newZone({ city: freshCity(), ...north(20.5), fee: '9.90' })
    const market = await newMarket()
    const address = { country: 'CD', city, ...CENTRE }
    await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { address })
    await call(market.buyer, 'POST', '/cart/items', { variantId: market.variantId, quantity: 1 })
    const quoted = async (place: object) => {
      const saved = await call(market.buyer, 'POST', '/users/me/addresses', { ...ADDRESS, city, ...place })
      const body = { fulfillmentMethod: 'DELIVERY', addressId: saved.data.id }
      return (await call(market.buyer, 'POST', '/cart/quote', body)).data?.groups[0].deliveryFee
    }
    expect([await quoted(CENTRE), await quoted(north(20.5)), await quoted(north(90))]).toEqual([
      '2.10',
      '6.40',
      undefined,
    ])
    const typed = { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue du Lac' }
    const { data } = await call(market.buyer, 'POST', '/cart/quote', typed)
    expect(data.groups[0].deliveryFee).toBe('2.10')
    const asked = `/deliveries/quote?shopId=${market.seller.shopId}`
    const { lat, lng } = north(20.5)
    const way = await call(market.buyer, 'GET', `${asked}&lat=${lat}&lng=${lng}`)
    expect(way.data).toEqual({ fee: '6.40', currency: 'USD', zoneId: far, distanceKm: 20.5 })
    expect(way.headers.get('x-d1-round-trips')).toBe('1')
    expect((await call(market.buyer, 'GET', `${asked}&lat=${CENTRE.lat}&lng=${CENTRE.lng}`)).data.zoneId).toBe(near)
  })
})

describe('a zone that goes', () => {
  it('is no rider’s: of both at once one happens', async () => {
    for (let i = 0; i < 3; i++) {
      const [id, rider] = [await newZone({ city: freshCity() }), await newRider()]
      const answers = await together(2, (n) => (n ? take(id) : call(rider, 'PUT', '/riders/me', { zones: [id] })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { zones } = (await call(rider, 'GET', '/riders/me')).data
      expect([answers[1]?.status, zones]).toEqual(zones.length ? [409, [id]] : [200, []])
    }
  })

  it('is let go when its last rider leaves it, and stays in what has ended', async () => {
    const city = freshCity()
    const [id, rider] = [await newZone({ city }), await newRider()]
    await call(rider, 'PUT', '/riders/me', { zones: [id] })
    expect((await take(id)).error?.reason).toBe('IN_USE')
    await call(rider, 'PUT', '/riders/me', { zones: [] })
    const job = await newJob({ seller: await newShopkeeper({ address: { city } }) })
    await actOnJob(rider, job, 'accept')
    expect((await take(id)).error?.reason).toBe('IN_USE')
    await call(job.seller, 'POST', `/orders/${job.orderId}/seller-cancel`, { reason: 'Rupture' })
    expect(tally([await take(id), await take(id)])).toEqual({ 200: 1, 404: 1 })
    // The name of the zone is free again, and no new rider may choose it.
    expect((await call(rider, 'PUT', '/riders/me', { zones: [id] })).status).toBe(400)
    expect((await call(rider, 'GET', `/deliveries/${job.deliveryId}`)).status).toBe(200)
  })

  it('frees its name', async () => {
    const name = freshCity()
    await take(await newZone({ name, city: name }))
    await newZone({ name, city: name })
  })
})

describe('the list of zones', () => {
  it('is pages, newest first, in one trip', async () => {
    const one = await newZone({ city: freshCity() })
    wait(1000)
    const two = await newZone({ city: freshCity(), isOpen: false })
    const first = await call(guest, 'GET', '/deliveries/zones?limit=2')
    expect(first.data.zones.map(({ id }: { id: string }) => id)).toEqual([two, one])
    expect(first.headers.get('x-d1-round-trips')).toBe('1')
    expect(first.headers.get('cache-control')).toBe('public, max-age=30')
  })
})
