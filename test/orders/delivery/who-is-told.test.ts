import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { acceptedOrder, actOnJob, dropoffCode, type Job, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { addItem, checkout, filledCart, ok } from '#testing/stories/orders.ts'

// Numbers and whole names are told to whoever needs them, while they need them (docs/states.md, Who sees an order, Delivery).

const delivery = async (as: Person, { deliveryId }: Job) => ok(await call(as, 'GET', `/deliveries/${deliveryId}`))

describe('whom a saved address names', () => {
  it('is told to whoever carries the parcel, and to nobody who reads the order or looks at the job', async () => {
    const { buyer, market, variantId } = await filledCart()
    const { city } = ok(await call(buyer, 'GET', `/seller/shop/${market.seller.shopId}`)).address
    const home = { label: 'Maison', recipientName: 'Aline Mapendo', phone: '0810000123', country: 'CD', city }
    const { id: addressId } = ok(await call(buyer, 'POST', '/users/me/addresses', { ...home, avenue: 'du Lac' }))
    ok(await addItem(buyer, variantId))
    const placed = ok(await checkout(buyer, undefined, { fulfillmentMethod: 'DELIVERY', addressId }))
    const [{ id }] = placed.orders
    expect((await call(buyer, 'GET', `/orders/${id}`)).data.deliveryAddress).toBe(`du Lac, ${city}`)
    const row = await env.DB.prepare('SELECT recipient FROM orders WHERE id = ?').bind(id).first('recipient')
    expect(JSON.parse(String(row))).toEqual({
      ...{ name: 'Aline Mapendo', phone: '243810000123' },
      area: { country: 'CD', city },
    })

    const seller = await newShopkeeper()
    const area = { country: 'CD', city }
    const recipient = { name: 'Aline Mapendo', phone: '243810000123', area }
    const orderId = await acceptedOrder(seller, buyer, { recipient })
    const ready = ok(await call(seller, 'POST', `/orders/${orderId}/ready`))
    const job = { orderId, deliveryId: ready.delivery.id, pickupCode: ready.pickupCode, seller, buyer }
    const rider = await newRider()
    expect((await delivery(rider, job)).dropoff).toEqual({ name: null, phone: null, address: area })
    ok(await actOnJob(rider, job, 'accept'))
    expect((await delivery(rider, job)).dropoff).toMatchObject({ name: recipient.name, phone: recipient.phone })
  })
})

describe('numbers', () => {
  it('are told to each other while the parcel is on its way, and not after', async () => {
    const buyer = await withPhone()
    const job = await newJob({ buyer })
    const rider = await newRider()
    ok(await actOnJob(rider, job, 'accept'))
    const riderOf = async (path: string) => ok(await call(buyer, 'GET', `/orders/${job.orderId}${path}`))
    expect((await delivery(rider, job)).dropoff).toMatchObject({ name: 'Test', phone: buyer.phone })
    expect((await riderOf('')).delivery.rider.phone).toBe(rider.phone)
    expect((await riderOf('/tracking')).rider.phone).toBe(rider.phone)

    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode }))
    ok(await actOnJob(rider, job, 'deliver', { code: await dropoffCode(job) }))
    expect((await delivery(rider, job)).dropoff.phone).toBeNull()
    expect((await riderOf('')).delivery.rider.phone).toBeNull()
    expect((await riderOf('/tracking')).rider).toMatchObject({ id: rider.riderId, phone: null })
    expect((await delivery(await signUp('SUPPORT'), job)).dropoff.phone).toBe(buyer.phone)
  })

  it('are not told before they are proved to be their owner’s', async () => {
    const buyer = await signUp()
    await env.DB.prepare('UPDATE users SET phone = ? WHERE id = ?').bind('243899999999', buyer.id).run()
    const job = await newJob({ buyer })
    const rider = await newRider()
    expect((await actOnJob(rider, job, 'accept')).data.dropoff).toMatchObject({ name: 'Test', phone: null })
  })

  it('are not collected by taking jobs and giving them back: ten a day', async () => {
    const job = await newJob()
    const rider = await newRider()
    for (let time = 1; time <= 10; time++) {
      ok(await actOnJob(rider, job, 'accept'))
      ok(await actOnJob(rider, job, 'release'))
    }
    ok(await actOnJob(rider, job, 'accept'))
    expect(await actOnJob(rider, job, 'release')).toMatchObject({
      status: 429,
      error: { message: expect.stringContaining("Demandez à l'équipe") },
    })
    ok(await call(await signUp('SUPPORT'), 'POST', `/deliveries/${job.deliveryId}/unassign`))
  })
})

describe('a job that waits', () => {
  it('is shown to active riders only', async () => {
    const job = await newJob()
    const applicant = await withPhone()
    ok(await call(applicant, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'BKV 12', zones: [] }))
    expect(await call(applicant, 'GET', `/deliveries/${job.deliveryId}`)).toMatchObject({
      status: 403,
      error: { reason: 'RIDER_NOT_ACTIVE' },
    })
  })
})

describe('papers of a rider', () => {
  it('are a hundred a day', async () => {
    const rider = await newRider()
    await env.DB.prepare('INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 100, ?)')
      .bind(`papers:${rider.riderId}`, Date.now() + 60_000)
      .run()
    const paper = new FormData()
    paper.append('kind', 'PHOTO')
    paper.append('file', new File([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], 'a.jpg'))
    expect((await call(rider, 'POST', '/riders/me/documents', paper)).status).toBe(429)
  })
})
