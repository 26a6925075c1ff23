import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { first, run } from '#testing/fixtures/database.ts'
import {
  actOnJob,
  dropoffCode,
  newJob,
  newRider,
  newZone,
  pickedUpJob,
  type Rider,
} from '#testing/fixtures/deliveries.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { writtenTo } from '#testing/fixtures/mails.ts'
import { orderRow } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { inbox, until } from '#testing/sandbox.ts'

let rider: Rider
let other: Rider
beforeAll(async () => {
  rider = await newRider()
  other = await newRider()
})

const invalid = { status: 409, error: { reason: 'INVALID_TRANSITION' } }

describe('a job', () => {
  it('opens with the order, from the shop to the buyer, for 80 % of the fee', async () => {
    const zone = await newZone('Bükavu Est')
    const address = { country: 'CD', city: 'bukavu EST', lat: -2.51, lng: 28.84 }
    const job = await newJob({ seller: await newShopkeeper({ address }) })
    const { data } = await call(await signUp('SUPPORT'), 'GET', `/deliveries/${job.deliveryId}`)
    expect(data).toMatchObject({
      orderId: job.orderId,
      status: 'UNASSIGNED',
      rider: null,
      pickup: { name: 'Kivu Frais', phone: '243810000002', address },
      dropoff: { name: 'Test', phone: null, address: 'Avenue du Lac 12, Ibanda' },
      fee: '2.05',
      riderEarning: '1.64',
      currency: 'USD',
      attempts: 0,
      proofs: [],
    })
    expect(data.times.UNASSIGNED).toMatch(/Z$/)
    const row = await first('SELECT zone_id, lat FROM deliveries WHERE id = ?', job.deliveryId)
    expect(row).toEqual({ zone_id: zone, lat: -2.51 })
  })

  it('goes from the shop to the buyer with the code of each', async () => {
    const job = await newJob()
    const accepted = await actOnJob(rider, job, 'accept')
    expect(accepted.data).toMatchObject({
      status: 'ASSIGNED',
      rider: { id: rider.riderId, phone: rider.phone, vehicleType: 'MOTO' },
    })
    expect(accepted.headers.get('x-d1-round-trips')).toBe('3')
    expect(await actOnJob(rider, job, 'pickup', { code: job.pickupCode })).toMatchObject({
      data: { status: 'PICKED_UP' },
    })
    const underWay = await orderRow(job.orderId)
    expect(underWay?.status).toBe('OUT_FOR_DELIVERY')
    expect(underWay?.dueAt).toBeGreaterThan(Date.now() + 71 * 3_600_000)
    const code = await dropoffCode(job)
    expect(code).toMatch(/^\d{6}$/)
    expect(code).not.toBe(job.pickupCode)
    const before = Date.now()
    const delivered = await actOnJob(rider, job, 'deliver', { code })
    expect(delivered.data).toMatchObject({ status: 'DELIVERED' })
    expect(Object.keys(delivered.data.times)).toEqual(['UNASSIGNED', 'ASSIGNED', 'PICKED_UP', 'DELIVERED'])
    const order = await orderRow(job.orderId)
    expect(order?.status).toBe('DELIVERED')
    expect(Math.abs((order?.dueAt ?? 0) - before - 48 * 3_600_000)).toBeLessThan(60_000)
    expect((await call(rider, 'GET', '/riders/me')).data).toMatchObject({ activeJobs: 0, completedCount: 1 })
    const subjects = await until(async () => {
      const found = (await inbox(job.buyer.email)).map(({ subject }) => subject ?? '')
      return found.some((subject) => subject.includes('livrée')) && found
    })
    expect(subjects.some((subject) => subject.includes('en route'))).toBe(true)
    for (const again of ['accept', 'release', 'returned'])
      expect(await actOnJob(rider, job, again)).toMatchObject(invalid)
    for (const again of ['pickup', 'deliver'])
      expect(await actOnJob(rider, job, again, { code })).toMatchObject(invalid)
    expect(await actOnJob(rider, job, 'fail', { reasonCode: 'OTHER' })).toMatchObject(invalid)
  })

  it('is released before pick-up only, and shown to the others again', async () => {
    const job = await newJob()
    await actOnJob(rider, job, 'accept')
    expect(await actOnJob(other, job, 'accept')).toMatchObject({ status: 409, error: { reason: 'ALREADY_TAKEN' } })
    expect(await actOnJob(rider, job, 'accept')).toMatchObject(invalid)
    expect(await actOnJob(rider, job, 'release')).toMatchObject({ data: { status: 'UNASSIGNED', rider: null } })
    expect(await actOnJob(rider, job, 'release')).toMatchObject({ status: 404 })
    await pickedUpJob(other, job)
    expect(await actOnJob(other, job, 'release')).toMatchObject(invalid)
    await actOnJob(other, job, 'deliver', { code: await dropoffCode(job) })
  })

  it('fails once and is tried again; the second time it goes back to the shop', async () => {
    const job = await pickedUpJob(rider)
    const failed = await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE' })
    expect(failed.data).toMatchObject({ status: 'FAILED_ATTEMPT', attempts: 1, failureReason: 'BUYER_UNREACHABLE' })
    expect((await orderRow(job.orderId))?.status).toBe('OUT_FOR_DELIVERY')
    expect(await actOnJob(rider, job, 'returned')).toMatchObject(invalid)
    wait(600_000)
    expect(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_REFUSED' })).toMatchObject({
      data: { status: 'RETURNING', attempts: 2 },
    })
    expect((await orderRow(job.orderId))?.status).toBe('RETURNING')
    expect(await actOnJob(rider, job, 'deliver', { code: '123456' })).toMatchObject(invalid)
    expect(await actOnJob(rider, job, 'returned')).toMatchObject({ data: { status: 'RETURNED' } })
    const order = await orderRow(job.orderId)
    expect(order?.status).toBe('RETURNING')
    expect(order?.dueAt).toBeGreaterThan(Date.now() + 71 * 3_600_000)
    expect((await call(rider, 'GET', '/riders/me')).data.activeJobs).toBe(0)
  })

  it('on its way back and at the shop is told to the seller, with the reason in words of their own', async () => {
    const job = await pickedUpJob(rider)
    await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
    wait(600_000)
    await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_REFUSED' })
    const told = async (what: string) =>
      (await inbox(job.seller.email)).filter(({ subject, text }) => `${subject} ${text}`.includes(what)).length
    await until(async () => (await told('le client a refusé le colis')) === 1, 'the parcel comes back')
    expect(await told('rapporté')).toBe(0)
    await actOnJob(rider, job, 'returned')
    await until(async () => (await told('rapporté')) === 1, 'the parcel is at the shop')
    expect(await told('72 heures')).toBe(1)
  })

  it('stays with the rider when a failure is told again within ten minutes', async () => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const job = await pickedUpJob(rider)
    const fail = () => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
    expect((await fail()).status).toBe(200)
    vi.setSystemTime(now + 600_000 - 1)
    expect(await fail()).toMatchObject({
      ...invalid,
      error: { message: "Cet échec vient d'être signalé. Une autre tentative peut l'être dix minutes après." },
    })
    expect((await orderRow(job.orderId))?.status).toBe('OUT_FOR_DELIVERY')
    vi.setSystemTime(now + 600_000)
    expect(await fail()).toMatchObject({ data: { status: 'RETURNING', attempts: 2 } })
  })

  it('is delivered at the second try', async () => {
    const job = await pickedUpJob(rider)
    await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
    expect(await actOnJob(rider, job, 'deliver', { code: await dropoffCode(job) })).toMatchObject({
      data: { status: 'DELIVERED' },
    })
  })

  it('is called off with its order: at once before pick-up, on its way back after', async () => {
    const waiting = await newJob()
    const moving = await pickedUpJob(rider)
    for (const { orderId } of [waiting, moving])
      await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${orderId}/cancel`, { reason: 'Test' })
    const seen = async (id: string) => (await call(await signUp('SUPPORT'), 'GET', `/deliveries/${id}`)).data.status
    expect(await seen(waiting.deliveryId)).toBe('CANCELLED')
    expect(await actOnJob(rider, waiting, 'accept')).toMatchObject(invalid)
    expect(await seen(moving.deliveryId)).toBe('RETURNING')
    expect(await actOnJob(rider, moving, 'returned')).toMatchObject({ data: { status: 'RETURNED' } })
    expect((await orderRow(moving.orderId))?.status).toBe('CANCELLED')
  })

  it('is its rider’s alone', async () => {
    const job = await newJob()
    expect((await call(other, 'GET', `/deliveries/${job.deliveryId}`)).data).toMatchObject({
      pickup: { name: null, phone: null },
    })
    await actOnJob(rider, job, 'accept')
    expect((await call(rider, 'GET', `/deliveries/${job.deliveryId}`)).data).toMatchObject({
      pickup: { phone: '243810000002' },
    })
    expect(await call(other, 'GET', `/deliveries/${job.deliveryId}`)).toMatchObject({ status: 404 })
    for (const [what, body] of [
      ['release', undefined],
      ['pickup', { code: job.pickupCode }],
      ['deliver', { code: job.pickupCode }],
      ['fail', { reasonCode: 'OTHER' }],
      ['returned', undefined],
    ] as const) {
      expect(await actOnJob(other, job, what, body), what).toMatchObject({ status: 404 })
      expect(await actOnJob(rider, 'no-such-job', what, body), what).toMatchObject({ status: 404 })
      expect(await actOnJob(job.buyer, job, what, body), what).toMatchObject({ status: 403 })
      expect(await actOnJob(guest, job, what, body), what).toMatchObject({ status: 401 })
    }
    expect(await actOnJob(rider, 'no-such-job', 'accept')).toMatchObject({ status: 404 })
    expect(await actOnJob(job.seller, job, 'accept')).toMatchObject({ status: 403 })
    expect(await call(job.buyer, 'GET', `/deliveries/${job.deliveryId}`)).toMatchObject({ status: 403 })
    await actOnJob(rider, job, 'release')
  })

  it('is for riders who are ACTIVE; a suspended one finishes what is in hand', async () => {
    const suspended = await newRider()
    const job = await pickedUpJob(suspended)
    const next = await newJob()
    await call(await signUp('SUPPORT'), 'POST', `/riders/${suspended.riderId}/suspend`, { reason: 'Plaintes' })
    expect(await actOnJob(suspended, next, 'accept')).toMatchObject({
      status: 403,
      error: { reason: 'RIDER_NOT_ACTIVE' },
    })
    expect(await actOnJob(suspended, job, 'deliver', { code: await dropoffCode(job) })).toMatchObject({ status: 200 })
  })

  it.each([{}, { code: 123456 }, { code: '12345' }, { code: '123456', force: true }])(
    'refuses the code %j',
    async (body) => {
      expect(await actOnJob(rider, 'any', 'pickup', body)).toMatchObject({ status: 400 })
      expect(await actOnJob(rider, 'any', 'deliver', body)).toMatchObject({ status: 400 })
    },
  )

  it.each([{}, { reasonCode: 'TIRED' }, { reasonCode: 'OTHER', note: 'x' }])('refuses the failure %j', async (body) => {
    expect(await actOnJob(rider, 'any', 'fail', body)).toMatchObject({ status: 400 })
  })

  it('is in its rider’s list, newest first, with totals', async () => {
    const mine = await newRider()
    const first = await pickedUpJob(mine)
    const second = await newJob()
    await actOnJob(mine, second, 'accept')
    const { data, headers } = await call(mine, 'GET', '/deliveries/me')
    expect(data.deliveries.map(({ id }: { id: string }) => id)).toEqual([second.deliveryId, first.deliveryId])
    expect(data.pagination.total).toBe(2)
    expect(headers.get('x-d1-round-trips')).toBe('2')
    const moving = await call(mine, 'GET', '/deliveries/me?status=PICKED_UP')
    expect(moving.data).toMatchObject({ deliveries: [{ id: first.deliveryId }], pagination: { total: 1 } })
    await actOnJob(mine, second, 'release')
    expect((await call(mine, 'GET', '/deliveries/me')).data.pagination.total).toBe(1)
    expect(await call(mine, 'GET', '/deliveries/me?status=LOST')).toMatchObject({ status: 400 })
    expect(await call(await signUp(), 'GET', '/deliveries/me')).toMatchObject({ status: 403 })
  })
})

describe('races', () => {
  it('one of fifty riders gets the job', async () => {
    const job = await newJob()
    const riders = await together(50, () => newRider())
    const answers = await Promise.all(riders.map((one) => actOnJob(one, job, 'accept')))
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    expect(reasons(answers)).toEqual({ ok: 1, ALREADY_TAKEN: 49 })
  })

  it('one rider gets three of five jobs, and is BUSY', async () => {
    const busy = await newRider()
    const seller = await newShopkeeper()
    const jobs = []
    for (let i = 0; i < 5; i++) jobs.push(await newJob({ seller }))
    const answers = await Promise.all(jobs.map((job) => actOnJob(busy, job, 'accept')))
    expect(reasons(answers)).toEqual({ ok: 3, JOB_LIMIT: 2 })
    expect((await call(busy, 'GET', '/riders/me')).data).toMatchObject({ activeJobs: 3, availability: 'BUSY' })
    const mine = jobs.filter((_, i) => answers[i]?.status === 200)
    await pickedUpJob(other)
    expect(await actOnJob(busy, mine[0] ?? '', 'release')).toMatchObject({ status: 200 })
    expect((await call(busy, 'GET', '/riders/me')).data).toMatchObject({ activeJobs: 2, availability: 'ONLINE' })
  })

  it('five of fifty guesses are compared, for each code of the job', async () => {
    const job = await newJob()
    await actOnJob(rider, job, 'accept')
    const guesses = await together(50, () => actOnJob(rider, job, 'pickup', { code: otherCode(job.pickupCode) }))
    expect(reasons(guesses)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    const locked = await actOnJob(rider, job, 'pickup', { code: job.pickupCode })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    await run('UPDATE attempts SET window_ends_at = 1 WHERE key = ?', `handover:pickup:${job.orderId}:${rider.id}`)
    expect(await actOnJob(rider, job, 'pickup', { code: job.pickupCode })).toMatchObject({ status: 200 })
    const code = await dropoffCode(job)
    const again = await together(50, () => actOnJob(rider, job, 'deliver', { code: otherCode(code) }))
    expect(reasons(again)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    expect((await orderRow(job.orderId))?.status).toBe('OUT_FOR_DELIVERY')
  })

  it('fifty right codes deliver once and tell the buyer once', async () => {
    const courier = await newRider()
    const job = await pickedUpJob(courier)
    const code = await dropoffCode(job)
    const answers = await together(50, () => actOnJob(courier, job, 'deliver', { code }))
    expect(tally(answers)[200]).toBe(1)
    expect((await call(courier, 'GET', '/riders/me')).data).toMatchObject({ activeJobs: 0, completedCount: 1 })
    expect(await writtenTo(job.buyer.email, 'order.delivered')).toBe(1)
  })

  it('several fails count once, and deliver is done once beside them', async () => {
    const courier = await newRider()
    const job = await pickedUpJob(courier)
    const fails = await together(10, () => actOnJob(courier, job, 'fail', { reasonCode: 'OTHER' }))
    expect(tally(fails)).toEqual({ 200: 1, 409: 9 })
    const code = await dropoffCode(job)
    const answers = await together(10, (i) =>
      i % 2 ? actOnJob(courier, job, 'fail', { reasonCode: 'OTHER' }) : actOnJob(courier, job, 'deliver', { code }),
    )
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
    expect((await call(courier, 'GET', `/deliveries/${job.deliveryId}`)).data).toMatchObject({
      status: 'DELIVERED',
      attempts: 1,
    })
    expect((await orderRow(job.orderId))?.status).toBe('DELIVERED')
  })
})
