import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, together } from '#testing/api.ts'
import { actOnJob, newJob, newRider, newZone } from '#testing/fixtures/deliveries.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
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

const BIKE = { vehicleType: 'MOTO', vehiclePlate: 'BKV 12', zones: [] as string[] }
const apply = (as: Caller, more: object = {}) => call(as, 'POST', '/riders/apply', { ...BIKE, ...more })
const decide = async (id: string, action: string, body: object | undefined = { reason: 'Vu' }) =>
  call(
    await signUp('SUPPORT'),
    'POST',
    `/riders/${id}/${action}`,
    action === 'approve' || action === 'reactivate' ? undefined : body,
  )
const me = async (as: Caller): Promise<Data> => ok(await call(as, 'GET', '/riders/me'))

describe('somebody who applies', () => {
  it('is a RIDER at once, PENDING, and gets no job before the decision', async () => {
    const person = await withPhone()
    const applied = await apply(person)
    expect([applied.status, applied.data]).toMatchObject([
      201,
      { userId: person.id, phone: person.phone, status: 'PENDING', availability: 'OFFLINE', vehicleType: 'MOTO' },
    ])
    expect(ok(await call(person, 'GET', '/auth/me')).role ?? 'RIDER').toBe('RIDER')
    expect((await me(person)).id).toBe(applied.data.id)
    const job = await newJob()
    expect(refusal(await actOnJob(person, job, 'accept'))).toEqual([403, 'RIDER_NOT_ACTIVE'])
    ok(await decide(applied.data.id, 'approve'))
    expect((await me(person)).status).toBe('ACTIVE')
  })

  it('has a verified phone, is a buyer, and applies once', async () => {
    expect(refusal(await apply(await signUp()))).toEqual([403, 'PHONE_NOT_VERIFIED'])
    for (const role of ['SELLER', 'SUPPORT', 'ADMIN'] as const)
      expect((await apply(await withPhone(role))).status, role).toBe(409)
    expect((await apply(guest)).status).toBe(401)
    const person = await withPhone()
    const answers = await together(4, () => apply(person))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('names a vehicle and zones that there are', async () => {
    const person = await withPhone()
    expect(faults(await apply(person, { vehicleType: 'AVION' }))).toEqual(['vehicleType'])
    expect([400, 404]).toContain((await apply(person, { zones: [UNKNOWN] })).status)
    expect((await apply(person, { status: 'ACTIVE' })).status).toBe(400)
    const zone = await newZone(`Ville ${crypto.randomUUID()}`)
    expect(ok(await apply(person, { zones: [zone], vehicleType: 'CAR' }))).toMatchObject({ vehicleType: 'CAR' })
  })

  it('who was rejected applies again', async () => {
    const person = await withPhone()
    const { id } = ok(await apply(person))
    ok(await decide(id, 'reject'))
    expect((await me(person)).status).toBe('REJECTED')
    expect(refusal(await decide(id, 'approve'))).toEqual(INVALID)
    expect((await apply(person)).status).toBe(201)
    expect((await me(person)).status).toBe('PENDING')
  })
})

describe('what staff do with riders', () => {
  it('moves along the states only', async () => {
    const rider = await newRider()
    for (const action of ['approve', 'reject', 'reactivate'])
      expect(refusal(await decide(rider.riderId, action)), action).toEqual(INVALID)
    expect(ok(await decide(rider.riderId, 'suspend')).status).toBe('SUSPENDED')
    expect(refusal(await decide(rider.riderId, 'suspend'))).toEqual(INVALID)
    expect(ok(await decide(rider.riderId, 'reactivate')).status).toBe('ACTIVE')
    expect((await me(rider)).availability).toBe('OFFLINE')
  })

  it('is staff’s: lists, one, and every decision', async () => {
    const rider = await newRider()
    await expectStaffOnly('GET', '/riders')
    await expectStaffOnly('GET', `/riders/${rider.riderId}`)
    for (const action of ['approve', 'suspend', 'reactivate', 'reject'])
      expect((await call(rider, 'POST', `/riders/${rider.riderId}/${action}`, { reason: 'x' })).status).toBe(403)
    const support = await signUp('SUPPORT')
    await expectUnknownIs404(support, 'GET', (id) => `/riders/${id}`)
    const { riders } = ok(await call(support, 'GET', '/riders?limit=1'))
    expect(riders).toHaveLength(1)
    expect((await call(support, 'GET', '/riders?status=X')).status).toBe(400)
  })

  it('changes nothing that the rider may not: PUT is vehicle, plate and zones', async () => {
    const rider = await newRider()
    const put = (body: object) => call(rider, 'PUT', '/riders/me', body)
    expect(ok(await put({ vehicleType: 'BICYCLE' }))).toMatchObject({ vehicleType: 'BICYCLE', status: 'ACTIVE' })
    for (const body of [{ status: 'ACTIVE' }, { availability: 'BUSY' }, { completedCount: 9 }, { name: 'X' }])
      expect((await put(body)).status).toBe(400)
  })
})

describe('a job', () => {
  it('is seen by the rider who has it and by staff; codes and phones by whom they are for', async () => {
    const [job, rider, other] = [await newJob(), await newRider(), await newRider()]
    ok(await actOnJob(rider, job, 'accept'))
    const path = `/deliveries/${job.deliveryId}`
    expect(ok(await call(rider, 'GET', path)).pickup.phone).toBe('243810000002')
    expect(refusal(await call(other, 'GET', path))).toEqual(GONE)
    for (const as of [job.buyer, job.seller]) expect((await call(as, 'GET', path)).status).toBe(403)
    const text = JSON.stringify((await call(rider, 'GET', path)).body)
    const { dropoffCode } = ok(await call(job.buyer, 'GET', `/orders/${job.orderId}/tracking`))
    for (const code of [job.pickupCode, dropoffCode]) expect(text).not.toContain(`"${code}"`)
    expect(ok(await call(job.seller, 'GET', `/orders/${job.orderId}/tracking`)).dropoffCode).toBeUndefined()
    expect(ok(await call(rider, 'GET', `/orders/${job.orderId}/tracking`)).dropoffCode).toBeUndefined()
  })

  it('is picked up with the seller’s code alone, five tries', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    ok(await actOnJob(rider, job, 'accept'))
    expect(faults(await actOnJob(rider, job, 'pickup', {}))).toEqual(['code'])
    const wrong = { code: otherCode(job.pickupCode) }
    const answers = await together(8, () => actOnJob(rider, job, 'pickup', wrong))
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await actOnJob(rider, job, 'pickup', { code: job.pickupCode })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })

  it('is one of three at once, and a refused fourth stays with the others', async () => {
    const [rider, other, seller] = [await newRider(), await newRider(), await newShopkeeper()]
    const jobs = await Promise.all([1, 2, 3, 4].map(() => newJob({ seller })))
    const answers = await together(4, (i) => actOnJob(rider, jobs[i]?.deliveryId as string, 'accept'))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    const left = jobs[answers.findIndex(({ status }) => status === 409)]
    expect((await actOnJob(other, left?.deliveryId as string, 'accept')).status).toBe(200)
    expect(ok(await call(rider, 'GET', '/deliveries/me')).deliveries).toHaveLength(3)
  })

  it('refuses fields that are not its own', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    for (const action of ['accept', 'release', 'returned'])
      expect((await actOnJob(rider, job, action, { fee: '9.00' })).status, action).toBe(400)
    expect((await actOnJob(rider, job, 'pickup', { code: '123456', fee: '9.00' })).status).toBe(400)
  })
})
