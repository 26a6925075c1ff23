import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, type Person, reasons, tally, together } from '#testing/api.ts'
import { actOnJob, type Job, newJob, newRider, newZone, pickedUpJob } from '#testing/fixtures/deliveries.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  type Data,
  expectStaffOnly,
  expectUnknownIs404,
  faults,
  GONE,
  INVALID,
  ok,
  refusal,
  UNKNOWN,
} from '#testing/stories/orders.ts'

let support: Person
beforeAll(async () => {
  support = await signUp('SUPPORT')
})
const assign = (job: Job, riderId: unknown, as: Caller = support) => actOnJob(as, job, 'assign', { riderId })
const unassign = (job: Job, as: Caller = support) => actOnJob(as, job, 'unassign')
const show = async (job: Job): Promise<Data> => ok(await call(support, 'GET', `/deliveries/${job.deliveryId}`))
const list = async (query: string): Promise<Data> => ok(await call(support, 'GET', `/deliveries?${query}`))
const idsOf = async (query: string) => (await list(query)).deliveries.map(({ id }: Data) => id)

describe('a job that staff assign', () => {
  it('is the rider’s: in their list, in the order, and they can pick it up', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    const assigned = await assign(job, rider.riderId)
    expect([assigned.status, assigned.data.status]).toEqual([200, 'ASSIGNED'])
    expect(assigned.data.rider).toMatchObject({ id: rider.riderId, phone: rider.phone })
    expect(ok(await call(rider, 'GET', '/deliveries/me')).deliveries.map(({ id }: Data) => id)).toEqual([
      job.deliveryId,
    ])
    expect(ok(await call(rider, 'GET', '/riders/me')).activeJobs).toBe(1)
    expect(ok(await call(job.buyer, 'GET', `/orders/${job.orderId}`)).delivery.status).toBe('ASSIGNED')
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode }))
  })

  it('may be an OFFLINE rider’s, not one’s who is not ACTIVE, nor nobody’s', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    const suspended = await newRider()
    ok(await call(support, 'POST', `/riders/${suspended.riderId}/suspend`, { reason: 'Plainte' }))
    expect(refusal(await assign(job, suspended.riderId))).toEqual([403, 'RIDER_NOT_ACTIVE'])
    const pending = await withPhone()
    const { id } = ok(
      await call(pending, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'A 1', zones: [] }),
    )
    expect(refusal(await assign(job, id))).toEqual([403, 'RIDER_NOT_ACTIVE'])
    for (const some of [UNKNOWN, 'pas-un-id', rider.id]) expect(refusal(await assign(job, some))).toEqual(GONE)
    expect(faults(await assign(job, undefined))).toEqual(['riderId'])
    expect((await show(job)).status).toBe('UNASSIGNED')
    ok(await call(rider, 'POST', '/riders/me/availability', { availability: 'OFFLINE' }))
    expect((await assign(job, rider.riderId)).status).toBe(200)
  })

  it('is one that waits: taken, under way or called off is 409', async () => {
    const [job, one, two] = [await newJob(), await newRider(), await newRider()]
    ok(await assign(job, one.riderId))
    expect((await assign(job, two.riderId)).status).toBe(409)
    expect((await assign(job, one.riderId)).status).toBe(409)
    expect((await show(job)).rider.id).toBe(one.riderId)
    ok(await actOnJob(one, job, 'pickup', { code: job.pickupCode }))
    expect((await assign(job, two.riderId)).status).toBe(409)
    const off = await newJob()
    ok(await call(off.seller, 'POST', `/orders/${off.orderId}/seller-cancel`, { reason: 'Rupture' }))
    expect(refusal(await assign(off, two.riderId))).toEqual(INVALID)
  })

  it('is at most the third of a rider: the fourth is 409 JOB_LIMIT', async () => {
    const [seller, rider] = [await newShopkeeper(), await newRider()]
    for (let i = 0; i < 3; i++) ok(await assign(await newJob({ seller }), rider.riderId))
    const fourth = await newJob({ seller })
    expect(refusal(await assign(fourth, rider.riderId))).toEqual([409, 'JOB_LIMIT'])
    expect(ok(await call(rider, 'GET', '/riders/me')).activeJobs).toBe(3)
    expect((await show(fourth)).status).toBe('UNASSIGNED')
  })

  it('of two riders at once, and of one who accepts it meanwhile, is one’s', async () => {
    const job = await newJob()
    const riders = [await newRider(), await newRider(), await newRider()]
    const answers = await together(3, (i) =>
      i < 2 ? assign(job, riders[i]?.riderId) : actOnJob(riders[i] ?? null, job, 'accept'),
    )
    expect(tally(answers)).toEqual({ 200: 1, 409: 2 })
    const winner = riders[answers.findIndex(({ status }) => status === 200)]
    expect((await show(job)).rider.id).toBe(winner?.riderId)
    const active = await Promise.all(riders.map(async (rider) => ok(await call(rider, 'GET', '/riders/me')).activeJobs))
    expect(active.sort()).toEqual([0, 0, 1])
  })

  it('five at once to one rider are three', async () => {
    const [seller, rider] = [await newShopkeeper(), await newRider()]
    const jobs = [1, 2, 3, 4, 5].map(() => newJob({ seller }))
    const waiting = await Promise.all(jobs)
    const answers = await together(5, (i) => assign(waiting[i] as Job, rider.riderId))
    expect(reasons(answers)).toEqual({ ok: 3, JOB_LIMIT: 2 })
  })

  it('is assigned and unassigned by staff; an unknown one is 404', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    await expectStaffOnly('POST', `/deliveries/${job.deliveryId}/assign`, { riderId: rider.riderId })
    await expectStaffOnly('POST', `/deliveries/${job.deliveryId}/unassign`)
    expect((await assign(job, rider.riderId, rider)).status).toBe(403)
    await expectUnknownIs404(support, 'POST', (id) => `/deliveries/${id}/assign`, { riderId: rider.riderId })
    await expectUnknownIs404(support, 'POST', (id) => `/deliveries/${id}/unassign`)
    expect((await assign(job, rider.riderId, await signUp('ADMIN'))).status).toBe(200)
  })
})

describe('a job that staff take back', () => {
  it('waits again for anybody, and the rider sees it no more', async () => {
    const [job, rider, next] = [await newJob(), await newRider(), await newRider()]
    ok(await actOnJob(rider, job, 'accept'))
    expect(ok(await unassign(job))).toMatchObject({ status: 'UNASSIGNED', rider: null })
    expect(ok(await call(rider, 'GET', '/riders/me')).activeJobs).toBe(0)
    expect(refusal(await actOnJob(rider, job, 'pickup', { code: job.pickupCode }))).toEqual(GONE)
    expect(refusal(await call(rider, 'GET', `/orders/${job.orderId}`))).toEqual(GONE)
    ok(await actOnJob(next, job, 'accept'))
  })

  it('is one that is assigned and not picked up: else 409', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    expect(refusal(await unassign(job))).toEqual(INVALID)
    await pickedUpJob(rider, job)
    expect(refusal(await unassign(job))).toEqual(INVALID)
    expect((await show(job)).rider.id).toBe(rider.riderId)
  })

  it('while the rider picks it up is one or the other', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    ok(await actOnJob(rider, job, 'accept'))
    const answers = await together(2, (i) =>
      i ? unassign(job) : actOnJob(rider, job, 'pickup', { code: job.pickupCode }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { status, rider: has } = await show(job)
    expect([status, has?.id ?? null]).toEqual(
      answers[0]?.status === 200 ? ['PICKED_UP', rider.riderId] : ['UNASSIGNED', null],
    )
    const order = ok(await call(job.buyer, 'GET', `/orders/${job.orderId}`)).status
    expect(order).toBe(answers[0]?.status === 200 ? 'OUT_FOR_DELIVERY' : 'READY_FOR_PICKUP')
  })
})

describe('the list of deliveries for staff', () => {
  it('is by status, rider, zone and day, newest first', async () => {
    const city = `Ville ${crypto.randomUUID()}`
    const zoneId = await newZone(city)
    const seller = await newShopkeeper({ address: { country: 'CD', city } })
    const [one, two, rider] = [await newJob({ seller }), await newJob({ seller }), await newRider()]
    ok(await actOnJob(rider, one, 'accept'))
    expect(await idsOf(`zoneId=${zoneId}`)).toEqual([two.deliveryId, one.deliveryId])
    expect(await idsOf(`zoneId=${zoneId}&status=UNASSIGNED`)).toEqual([two.deliveryId])
    expect(await idsOf(`riderId=${rider.riderId}`)).toEqual([one.deliveryId])
    expect(await idsOf(`zoneId=${zoneId}&to=2020-01-01`)).toEqual([])
    expect(await idsOf(`zoneId=${zoneId}&from=2020-01-01`)).toHaveLength(2)
    const page = await list(`zoneId=${zoneId}&limit=1&page=2`)
    expect(page.deliveries.map(({ id }: Data) => id)).toEqual([one.deliveryId])
    expect(page.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
  })

  it('refuses what it does not know, shows no code, and is staff’s only', async () => {
    const get = (query: string) => call(support, 'GET', `/deliveries?${query}`)
    expect(faults(await get('status=X'))).toEqual(['status'])
    expect(faults(await get('limit=101'))).toEqual(['limit'])
    expect((await get('couleur=rouge')).status).toBe(400)
    const job = await newJob()
    expect(JSON.stringify(await list('limit=100'))).not.toContain(`"${job.pickupCode}"`)
    await expectStaffOnly('GET', '/deliveries')
    expect((await call(await newRider(), 'GET', '/deliveries')).status).toBe(403)
  })
})
