import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { acceptedOrder, actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const track = (as: Person | null, orderId: string) => call(as, 'GET', `/orders/${orderId}/tracking`)

describe('tracking', () => {
  it('follows an order to its buyer, who alone sees the code, and only while it is needed', async () => {
    const seller = await newShopkeeper()
    const buyer = await signUp()
    const accepted = await acceptedOrder(seller, buyer)
    expect((await track(buyer, accepted)).data).toEqual({
      status: 'ACCEPTED',
      rider: null,
      lastLocation: null,
      proofs: [],
    })

    const job = await newJob({ seller, buyer })
    const ready = await track(buyer, job.orderId)
    expect(ready.data).toEqual({
      status: 'READY_FOR_PICKUP',
      rider: null,
      lastLocation: null,
      proofs: [],
      dropoffCode: expect.stringMatching(/^\d{6}$/),
    })
    expect(ready.headers.get('x-d1-round-trips')).toBe('1')

    const rider = await newRider()
    await call(rider, 'POST', '/riders/me/location', { lat: -2.5, lng: 28.8 })
    await actOnJob(rider, job, 'accept')
    await actOnJob(rider, job, 'pickup', { code: job.pickupCode })
    const { dropoffCode, ...shown } = (await track(buyer, job.orderId)).data
    expect(dropoffCode).toBe(ready.data.dropoffCode)
    expect(shown).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      rider: { id: rider.riderId, name: 'Test BUYER', phone: rider.phone, vehicleType: 'MOTO' },
      lastLocation: { lat: -2.5, lng: 28.8 },
    })
    for (const as of [seller, rider, await signUp('SUPPORT')])
      expect((await track(as, job.orderId)).data).toEqual(shown)

    await actOnJob(rider, job, 'deliver', { code: dropoffCode })
    const after = await track(buyer, job.orderId)
    expect(after.data).toMatchObject({
      status: 'DELIVERED',
      rider: { id: rider.riderId },
      lastLocation: null,
      proofs: [],
    })
    expect(after.data).not.toHaveProperty('dropoffCode')
  })

  it('has no drop-off code for an order that its buyer collects', async () => {
    const buyer = await signUp()
    const collected = await acceptedOrder(await newShopkeeper(), buyer, {
      fulfillmentMethod: 'PICKUP',
      status: 'READY_FOR_PICKUP',
    })
    expect((await track(buyer, collected)).data).toEqual({
      status: 'READY_FOR_PICKUP',
      rider: null,
      lastLocation: null,
      proofs: [],
    })
  })

  it('is for the parties: others 404, guests 401', async () => {
    const job = await newJob()
    const rider = await newRider()
    for (const as of [await signUp(), await signUp('SELLER'), await newShopkeeper(), rider]) {
      expect(await track(as, job.orderId)).toMatchObject({ status: 404 })
    }
    expect(await track(guest, job.orderId)).toMatchObject({ status: 401 })
    expect(await track(job.buyer, 'no-such-order')).toMatchObject({ status: 404 })
    await actOnJob(rider, job, 'accept')
    expect((await track(rider, job.orderId)).status).toBe(200)
    await actOnJob(rider, job, 'release')
    expect((await track(rider, job.orderId)).status).toBe(404)
  })
})
