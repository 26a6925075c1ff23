import { describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, newMarket, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { clockAt, MINUTE, rate } from '#testing/stories/money.ts'
import { type Data, faults, GONE, ok, refusal } from '#testing/stories/orders.ts'

fromNoon()

const earnings = (as: Caller, query = '') => call(as, 'GET', `/riders/me/earnings?${query}`)
const availability = (as: Caller, value: unknown) =>
  call(as, 'POST', '/riders/me/availability', { availability: value })
const locate = (as: Caller, place: object) => call(as, 'POST', '/riders/me/location', place)
const suspend = async (riderId: string) =>
  ok(await call(await signUp('SUPPORT'), 'POST', `/riders/${riderId}/suspend`, { reason: 'Plainte' }))

describe('the earnings of a rider', () => {
  it('are nothing at first, and not before the order is completed', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    expect(ok(await earnings(rider))).toMatchObject({ totals: [], days: [], pagination: { total: 0 } })
    await deliveredOrder(market, rider)
    expect(ok(await earnings(rider)).totals).toEqual([])
  })

  it('are the rider’s share, by currency and by day, once it is completed', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    for (let i = 0; i < 2; i++)
      ok(await actOnOrder(market.buyer, (await deliveredOrder(market, rider)).id, 'confirm-receipt'))
    const { totals, days, pagination } = ok(await earnings(rider))
    expect(totals).toEqual([{ currency: 'USD', earned: '3.20', deliveries: 2 }])
    expect(days).toHaveLength(1)
    expect(JSON.stringify(days[0])).toContain('3.20')
    expect(pagination).toMatchObject({ page: 1, total: 1 })
    const { balances } = ok(await call(rider, 'GET', '/wallet'))
    expect(balances.find(({ currency }: Data) => currency === 'USD').available).toBe('3.20')
  })

  it('of two currencies are never added up', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const rider = await newRider()
    const francs = await newMarket({ price: '2800.00' }, { currency: 'CDF' })
    for (const [market, more] of [
      [await newMarket(), {}],
      [francs, { currency: 'CDF', network: 'airtel' }],
    ] as const)
      ok(await actOnOrder(market.buyer, (await deliveredOrder(market, rider, more)).id, 'confirm-receipt'))
    const { totals } = ok(await earnings(rider))
    const byCurrency = Object.fromEntries(totals.map(({ currency, earned }: Data) => [currency, earned]))
    expect(byCurrency).toEqual({ USD: '1.60', CDF: '4480.00' })
  })

  it('are of a parcel that came back too', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    const order = await readyOrder(market)
    const act = (action: string, body?: object) => actOnJob(rider, order.delivery.id, action, body)
    ok(await act('accept'))
    ok(await act('pickup', { code: order.pickupCode }))
    const began = Date.now()
    ok(await act('fail', { reasonCode: 'BUYER_REFUSED' }))
    clockAt(began + 11 * MINUTE)
    ok(await act('fail', { reasonCode: 'BUYER_REFUSED' }))
    ok(await act('returned'))
    expect(ok(await earnings(rider)).totals).toEqual([])
    ok(await actOnOrder(market.seller, order.id, 'return-received'))
    expect(ok(await earnings(rider)).totals).toMatchObject([{ currency: 'USD', earned: '1.60' }])
  })

  it('are the rider’s own, by day; others have none', async () => {
    const [market, rider, other] = [await newMarket(), await newRider(), await newRider()]
    ok(await actOnOrder(market.buyer, (await deliveredOrder(market, rider)).id, 'confirm-receipt'))
    expect(ok(await earnings(other)).totals).toEqual([])
    expect(ok(await earnings(rider, 'to=2020-01-01')).totals).toEqual([])
    expect(ok(await earnings(rider, 'from=2020-01-01')).days).toHaveLength(1)
    expect(faults(await earnings(rider, 'from=hier'))).toEqual(['from'])
    expect(faults(await earnings(rider, 'limit=101'))).toEqual(['limit'])
    for (const as of [await signUp(), await newShopkeeper(), await signUp('ADMIN')])
      expect((await earnings(as)).status).toBe(403)
    expect((await earnings(guest)).status).toBe(401)
  })
})

describe('the availability of a rider', () => {
  it('is OFFLINE or ONLINE as the rider says, and BUSY with three jobs', async () => {
    const [rider, seller] = [await newRider(), await newShopkeeper()]
    expect(ok(await availability(rider, 'OFFLINE')).availability).toBe('OFFLINE')
    expect(ok(await availability(rider, 'ONLINE')).availability).toBe('ONLINE')
    for (const value of ['BUSY', 'PAUSE', null])
      expect(faults(await availability(rider, value))).toEqual(['availability'])
    for (let i = 0; i < 3; i++) ok(await actOnJob(rider, await newJob({ seller }), 'accept'))
    expect(ok(await call(rider, 'GET', '/riders/me'))).toMatchObject({ availability: 'BUSY', activeJobs: 3 })
    expect(refusal(await actOnJob(rider, await newJob({ seller }), 'accept'))).toEqual([409, 'JOB_LIMIT'])
  })

  it('is an ACTIVE rider’s: 403 to others', async () => {
    const pending = await withPhone()
    ok(await call(pending, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'A 1', zones: [] }))
    expect(refusal(await availability(pending, 'ONLINE'))).toEqual([403, 'RIDER_NOT_ACTIVE'])
    expect((await availability(await signUp(), 'ONLINE')).status).toBe(403)
    expect((await availability(guest, 'ONLINE')).status).toBe(401)
  })

  it('ends with a suspension: the jobs in hand are finished, no others taken', async () => {
    const rider = await newRider()
    const [mine, waiting] = [await newJob(), await newJob()]
    ok(await actOnJob(rider, mine, 'accept'))
    await suspend(rider.riderId)
    expect(ok(await call(rider, 'GET', '/riders/me'))).toMatchObject({ status: 'SUSPENDED', availability: 'OFFLINE' })
    expect(refusal(await actOnJob(rider, waiting, 'accept'))).toEqual([403, 'RIDER_NOT_ACTIVE'])
    expect(refusal(await call(rider, 'GET', '/deliveries/available'))).toEqual([403, 'RIDER_NOT_ACTIVE'])
    expect(ok(await actOnJob(rider, mine, 'pickup', { code: mine.pickupCode })).status).toBe('PICKED_UP')
    const { dropoffCode } = ok(await call(mine.buyer, 'GET', `/orders/${mine.orderId}/tracking`))
    expect(ok(await actOnJob(rider, mine, 'deliver', { code: dropoffCode })).status).toBe('DELIVERED')
  })
})

describe('where a rider is', () => {
  it('is seen by the buyer while the parcel is on its way, and never after', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    const order = await readyOrder(market)
    ok(await actOnJob(rider, order.delivery.id, 'accept'))
    ok(await locate(rider, { lat: -2.5, lng: 28.86 }))
    const tracking = async () => ok(await call(market.buyer, 'GET', `/orders/${order.id}/tracking`))
    expect((await tracking()).lastLocation).toMatchObject({ lat: -2.5, lng: 28.86 })
    ok(await actOnJob(rider, order.delivery.id, 'pickup', { code: order.pickupCode }))
    ok(await locate(rider, { lat: -2.51, lng: 28.87 }))
    const { lastLocation, dropoffCode } = await tracking()
    expect(lastLocation).toMatchObject({ lat: -2.51, lng: 28.87 })
    ok(await actOnJob(rider, order.delivery.id, 'deliver', { code: dropoffCode }))
    ok(await locate(rider, { lat: -2.6, lng: 28.9 }))
    const after = await tracking()
    expect([after.lastLocation ?? null, after.dropoffCode]).toEqual([null, undefined])
    expect(refusal(await call(await signUp(), 'GET', `/orders/${order.id}/tracking`))).toEqual(GONE)
  })

  it('is a place on earth, told by the rider', async () => {
    const rider = await newRider()
    for (const [place, field] of [
      [{ lat: 91, lng: 0 }, 'lat'],
      [{ lat: 0, lng: -181 }, 'lng'],
      [{ lat: 0 }, 'lng'],
    ] as const)
      expect(faults(await locate(rider, place))).toEqual([field])
    expect((await locate(await signUp(), { lat: 0, lng: 0 })).status).toBe(403)
    ok(await locate(rider, { lat: -2.5, lng: 28.86 }))
    expect(ok(await call(rider, 'GET', '/riders/me')).lastLocation).toMatchObject({ lat: -2.5, lng: 28.86 })
  })
})
