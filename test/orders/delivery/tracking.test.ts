import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, signUp } from '../../api.ts'
import { act, aStaff, forgetStaff, newJob, newOrder, newRider, newShop, type Person } from './market.ts'

beforeAll(forgetStaff)
const track = (as: Person | null, orderId: string) => call(as, 'GET', `/orders/${orderId}/tracking`)

describe('tracking', () => {
  it('follows an order to its buyer, who alone sees the code, and only while it is needed', async () => {
    const shop = await newShop()
    const buyer = await signUp()
    const accepted = await newOrder(shop, buyer)
    expect((await track(buyer, accepted)).data).toEqual({ status: 'ACCEPTED', rider: null, lastLocation: null })

    const job = await newJob(undefined, { shop, buyer })
    const ready = await track(buyer, job.orderId)
    expect(ready.data).toEqual({
      status: 'READY_FOR_PICKUP',
      rider: null,
      lastLocation: null,
      dropoffCode: expect.stringMatching(/^\d{6}$/),
    })
    expect(ready.headers.get('x-d1-round-trips')).toBe('2')

    const rider = await newRider()
    await call(rider, 'POST', '/riders/me/location', { lat: -2.5, lng: 28.8 })
    await act(rider, job, 'accept')
    await act(rider, job, 'pickup', { code: job.pickupCode })
    const { dropoffCode, ...shown } = (await track(buyer, job.orderId)).data
    expect(dropoffCode).toBe(ready.data.dropoffCode)
    expect(shown).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      rider: { id: rider.riderId, name: 'Test BUYER', phone: rider.phone, vehicleType: 'MOTO' },
      lastLocation: { lat: -2.5, lng: 28.8 },
    })
    for (const as of [shop.seller, rider, await aStaff()]) expect((await track(as, job.orderId)).data).toEqual(shown)

    await act(rider, job, 'deliver', { code: dropoffCode })
    const after = await track(buyer, job.orderId)
    expect(after.data).toMatchObject({ status: 'DELIVERED', rider: { id: rider.riderId }, lastLocation: null })
    expect(after.data).not.toHaveProperty('dropoffCode')
  })

  it('has no drop-off code for an order that its buyer collects', async () => {
    const buyer = await signUp()
    const collected = await newOrder(await newShop(), buyer, {
      fulfillmentMethod: 'PICKUP',
      status: 'READY_FOR_PICKUP',
    })
    expect((await track(buyer, collected)).data).toEqual({
      status: 'READY_FOR_PICKUP',
      rider: null,
      lastLocation: null,
    })
  })

  it('is for the parties: others 404, guests 401', async () => {
    const job = await newJob()
    const rider = await newRider()
    for (const as of [await signUp(), await signUp('SELLER'), (await newShop()).seller, rider]) {
      expect(await track(as, job.orderId)).toMatchObject({ status: 404 })
    }
    expect(await track(guest, job.orderId)).toMatchObject({ status: 401 })
    expect(await track(job.buyer, 'no-such-order')).toMatchObject({ status: 404 })
    await act(rider, job, 'accept')
    expect((await track(rider, job.orderId)).status).toBe(200)
    await act(rider, job, 'release')
    expect((await track(rider, job.orderId)).status).toBe(404)
  })
})
