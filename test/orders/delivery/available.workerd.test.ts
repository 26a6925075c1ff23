import { beforeAll, describe, expect, it } from 'vitest'
import type { Address } from '#db/schema/shops/profiles.ts'
import { type Caller, call, guest } from '#testing/api.ts'
import { actOnJob, type Job, newJob, newRider, newZone, type Rider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const BUKAVU = { lat: -2.5083, lng: 28.8608 }
/** About 10 km and 100 km further north. */
const NEAR = { lat: -2.4183, lng: 28.8608 }
const FAR = { lat: -1.6083, lng: 28.8608 }

let inZone: Job
let near: Job
let far: Job
let nowhere: Job
let zone: string
let closed: string

beforeAll(async () => {
  zone = await newZone('Bukavu')
  closed = await newZone('Goma', { isOpen: false })
  inZone = await newJobIn({ city: 'Bukavu', ...FAR })
  near = await newJobIn({ city: 'Kabare', ...NEAR })
  far = await newJobIn({ city: 'Goma', ...FAR })
  nowhere = await newJobIn({ city: 'Uvira' })
})

const newJobIn = async (address: Address) => newJob({ seller: await newShopkeeper({ address }) })
const available = (as: Caller, query = '') => call(as, 'GET', `/deliveries/available?${query}`)
const seen = async (rider: Rider, query = '') => {
  const { data } = await available(rider, query)
  expect(data.pagination.total).toBe(data.deliveries.length)
  const ids: string[] = data.deliveries.map(({ id }: { id: string }) => id)
  return [inZone, near, far, nowhere].map(({ deliveryId }) => ids.includes(deliveryId))
}
const at = ({ lat, lng }: { lat: number; lng: number }) => `lat=${lat}&lng=${lng}`

describe('the jobs that wait', () => {
  it('are those of the rider’s zones, wherever the rider is, and of no zone within 15 km', async () => {
    const rider = await newRider([zone])
    expect(await seen(rider)).toEqual([true, false, false, false])
    expect(await seen(rider, at(BUKAVU))).toEqual([true, true, false, false])
    expect((await available(rider)).headers.get('x-d1-round-trips')).toBe('2')
  })

  it('are of no zone where it is closed', async () => {
    expect(await seen(await newRider([closed]))).toEqual([false, false, false, false])
  })

  it('are those within 15 km and those without a place, for a rider without zones', async () => {
    const rider = await newRider()
    expect(await seen(rider, at(BUKAVU))).toEqual([false, true, false, true])
    expect(await seen(rider, at(FAR))).toEqual([true, false, true, true])
    await call(rider, 'POST', '/riders/me/location', BUKAVU)
    expect(await seen(rider)).toEqual([false, true, false, true])
    expect(await seen(rider, at(FAR))).toEqual([true, false, true, true])
  })

  it('are all shown to a rider of whom no place is known', async () => {
    expect(await seen(await newRider())).toEqual([true, true, true, true])
  })

  it('say how far they are, and no number', async () => {
    const { data } = await available(await newRider(), at(BUKAVU))
    const shown = data.deliveries.find(({ id }: { id: string }) => id === near.deliveryId)
    expect(shown).toMatchObject({ distanceKm: 10, pickup: { phone: null }, dropoff: { phone: null } })
    const unknown = data.deliveries.find(({ id }: { id: string }) => id === nowhere.deliveryId)
    expect(unknown.distanceKm).toBeNull()
  })

  it('are pages, newest first', async () => {
    const rider = await newRider()
    const first = await available(rider, 'limit=3')
    expect(first.data.deliveries.map(({ id }: { id: string }) => id)).toEqual([
      nowhere.deliveryId,
      far.deliveryId,
      near.deliveryId,
    ])
    expect(first.data.pagination).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 })
    expect((await available(rider, 'limit=3&page=2')).data.deliveries).toHaveLength(1)
  })

  it('leave the list when somebody takes them', async () => {
    const [rider, other] = [await newRider(), await newRider()]
    await actOnJob(rider, nowhere, 'accept')
    expect(await seen(other)).toEqual([true, true, true, false])
    await actOnJob(rider, nowhere, 'release')
    expect(await seen(other)).toEqual([true, true, true, true])
  })

  it('are none for a rider who is OFFLINE or BUSY, and refused to one who is not ACTIVE', async () => {
    const rider = await newRider()
    await call(rider, 'POST', '/riders/me/availability', { availability: 'OFFLINE' })
    expect(await seen(rider)).toEqual([false, false, false, false])

    const busy = await newRider()
    const seller = await newShopkeeper({ address: { city: 'Uvira' } })
    for (let i = 0; i < 3; i++) await actOnJob(busy, await newJob({ seller }), 'accept')
    expect(await seen(busy)).toEqual([false, false, false, false])

    const applied = await signUp('RIDER')
    expect(await available(applied)).toMatchObject({ status: 403 })
    expect(await available(await signUp())).toMatchObject({ status: 403 })
    expect(await available(guest)).toMatchObject({ status: 401 })
  })

  it.each(['lat=1', 'lng=1', 'lat=91&lng=0', 'lat=0&lng=181', 'lat=x&lng=0', 'lat=1e1&lng=0', 'limit=101', 'zone=x'])(
    'refuse ?%s',
    async (query) => {
      expect(await available(await newRider(), query)).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION_ERROR' },
      })
    },
  )
})
