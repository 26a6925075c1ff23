import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, type Person, reasons, together } from '#testing/api.ts'
import { actOnJob, type Job, newJob, newRider, newZone } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { type Data, faults, ok } from '#testing/stories/orders.ts'

const BUKAVU = { lat: -2.5083, lng: 28.8608 }
/** So many kilometres north of there. */
const north = (km: number) => ({ lat: BUKAVU.lat + km / 111.19, lng: BUKAVU.lng })
const at = ({ lat, lng }: { lat: number; lng: number }) => `lat=${lat}&lng=${lng}`
const jobAt = async (place: object, city = `Ville ${crypto.randomUUID()}`) =>
  newJob({ seller: await newShopkeeper({ address: { country: 'CD', city, ...place } }) })

let far: Job
let near: Job
let middle: Job
let nowhere: Job
let beyond: Job
const nameOf = (id: string) =>
  Object.entries({ far, near, middle, nowhere, beyond }).find(([, job]) => job.deliveryId === id)?.[0]
const available = (as: Caller, query = '') => call(as, 'GET', `/deliveries/available?limit=100&${query}`)
const seen = async (as: Caller, query = '') =>
  ok(await available(as, query)).deliveries.flatMap(({ id }: Data) => nameOf(id) ?? [])

beforeAll(async () => {
  near = await jobAt(north(1))
  nowhere = await jobAt({})
  far = await jobAt(north(12))
  beyond = await jobAt(north(40))
  middle = await jobAt(north(5))
})

describe('the jobs that wait', () => {
  it('are nearest first where the rider is known, and those without a place come last', async () => {
    const rider = await newRider()
    expect(await seen(rider, at(BUKAVU))).toEqual(['near', 'middle', 'far', 'nowhere'])
    expect(await seen(rider, at(north(13)))).toEqual(['far', 'middle', 'near', 'nowhere'])
    ok(await call(rider, 'POST', '/riders/me/location', north(6)))
    expect(await seen(rider)).toEqual(['middle', 'near', 'far', 'nowhere'])
  })

  it('keep that order over their pages', async () => {
    const rider = await newRider()
    const page = async (n: number) => {
      const answer = await call(rider, 'GET', `/deliveries/available?limit=2&page=${n}&${at(BUKAVU)}`)
      return ok(answer).deliveries.map(({ id }: Data) => nameOf(id))
    }
    expect([await page(1), await page(2)]).toEqual([
      ['near', 'middle'],
      ['far', 'nowhere'],
    ])
  })

  it('say how far they are', async () => {
    const { deliveries } = ok(await available(await newRider(), at(BUKAVU)))
    const kilometres = deliveries.map(({ distanceKm }: Data) => distanceKm)
    expect(kilometres[0]).toBeCloseTo(1, 0)
    expect(kilometres[1]).toBeCloseTo(5, 0)
    expect(kilometres.at(-1)).toBeNull()
  })

  it('without a zone are shown to riders with zones within 15 km too', async () => {
    const city = `Ville ${crypto.randomUUID()}`
    const zone = await newZone(city, north(60))
    const rider = await newRider([zone])
    const inZone = await jobAt(north(61), city)
    const found = ok(await available(rider, at(BUKAVU))).deliveries.map(({ id }: Data) => id)
    expect(found).toContain(inZone.deliveryId)
    expect(await seen(rider, at(BUKAVU))).toEqual(expect.arrayContaining(['near', 'middle', 'far']))
    expect(await seen(rider, at(BUKAVU))).not.toContain('beyond')
    expect(await seen(rider, at(north(100)))).not.toContain('near')
  })

  it('of another zone are not shown to riders with zones', async () => {
    const [mine, other] = [`Ville ${crypto.randomUUID()}`, `Ville ${crypto.randomUUID()}`]
    const [zone] = [await newZone(mine, north(2)), await newZone(other, north(3))]
    const job = await jobAt(north(3), other)
    const found = ok(await available(await newRider([zone]), at(north(3)))).deliveries
    expect(found.map(({ id }: Data) => id)).not.toContain(job.deliveryId)
  })

  it('show no phone and no code before they are accepted, and the phones after', async () => {
    const rider = await newRider()
    const job = await jobAt(north(2))
    const [shown] = ok(await available(rider, at(north(2)))).deliveries.filter(({ id }: Data) => id === job.deliveryId)
    expect([shown.pickup.phone, shown.dropoff.phone]).toEqual([null, null])
    expect(JSON.stringify(shown)).not.toContain(job.pickupCode)
    const taken = ok(await actOnJob(rider, job, 'accept'))
    expect(taken.pickup.phone).toBe('243810000002')
  })

  it('are for one of the riders who want them at once', async () => {
    const job = await jobAt(north(2))
    const riders = await Promise.all([1, 2, 3, 4, 5].map(() => newRider()))
    const answers = await together(5, (i) => actOnJob(riders[i] ?? null, job, 'accept'))
    expect(reasons(answers)).toEqual({ ok: 1, ALREADY_TAKEN: 4 })
  })

  it('are refused where the place is none', async () => {
    const rider: Person = await newRider()
    for (const query of ['lat=1', 'lng=1', 'lat=91&lng=0', 'lat=0&lng=181'])
      expect(faults(await available(rider, query)).length).toBeGreaterThan(0)
    expect((await available(await signUp(), at(BUKAVU))).status).toBe(403)
  })
})
