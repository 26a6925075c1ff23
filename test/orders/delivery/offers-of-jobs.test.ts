import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { actOnJob, newJob, newRider, newZone, type Rider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { SECOND } from '#testing/stories/money.ts'
import { ok, times } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { type Browser, expectLeft, leavesOf, payloadOf, pushService, registered } from '#testing/stories/pushes.ts'

// Rule 8.5.4: new kind `delivery.offered`: the 10 nearest ONLINE riders at once, the rest of the zone after 60 s, TTL 60 s.
//
// Silent: whether a rider without a place counts as far (yes, here: none is without); whether the ten are of those with a device (every rider here has one).

clockGoesOn()
const CITY = { lat: -2.5, lng: 28.86 }
const north = (km: number) => ({ lat: CITY.lat + km / 111.19, lng: CITY.lng })

type Heard = { rider: Rider; browser: Browser }
/** A zone with riders at one, two, three … kilometres from its shop, each with a phone that listens. */
async function zoneWith(service: Service, count: number) {
  const city = `Ville ${crypto.randomUUID()}`
  const zone = await newZone(city, { ...CITY, radiusKm: 30 })
  const comes = async (km: number): Promise<Heard> => {
    const [rider, browser] = [await newRider([zone]), service.browser()]
    await registered(rider, browser)
    ok(await call(rider, 'POST', '/riders/me/location', north(km)))
    return { rider, browser }
  }
  const near: Heard[] = []
  for (const i of times(count)) near.push(await comes(i + 1))
  const seller = await newShopkeeper({ address: { country: 'CD', city, ...CITY } })
  return { near, comes, opens: () => newJob({ seller }) }
}
type Service = ReturnType<typeof pushService>
const offersTo = (service: Service, { browser }: Heard) =>
  service.sentTo(browser).filter((push) => payloadOf(push).kind === 'delivery.offered')
/** The number of offers that each of these has heard, once the jobs of a minute have run. */
async function counts(service: Service, all: Heard[]): Promise<number[]> {
  await service.jobsRun()
  return all.map((one) => offersTo(service, one).length)
}

describe('a job that opens', () => {
  it('8.5.4 is offered to the ten nearest riders at once, to the rest after a minute, and to nobody twice', async () => {
    const service = pushService()
    const { near, opens } = await zoneWith(service, 12)
    const { deliveryId } = await opens()
    expect(await counts(service, near)).toEqual([...times(10).map(() => 1), 0, 0])
    await minuteCronAfter(61 * SECOND)
    expect(await counts(service, near)).toEqual(times(12).map(() => 1))
    const [offer] = offersTo(service, near[0] as Heard)
    expectLeft(offer, 60)
    const { kind: _, title, ...ids } = payloadOf(offer as never)
    expect(title).toMatch(/\S{2}/)
    expect(leavesOf(ids).map(([, value]) => value)).toContain(deliveryId)
    for (const word of ['Ibanda', 'Avenue', '2.05', '2,05', 'Kivu Frais']) expect(offer?.text).not.toContain(word)
  })

  it('8.5.4 is offered to nobody else once somebody took it', async () => {
    const service = pushService()
    const { near, opens } = await zoneWith(service, 11)
    const job = await opens()
    expect((await counts(service, near)).at(-1)).toBe(0)
    ok(await actOnJob((near[3] as Heard).rider, job, 'accept'))
    await minuteCronAfter(61 * SECOND)
    expect((await counts(service, near)).at(-1)).toBe(0)
  })

  it('8.5.4 is offered to riders who would see it in their list: not OFFLINE, not of another zone, not suspended', async () => {
    const service = pushService()
    const { near, comes, opens } = await zoneWith(service, 1)
    const [offline, suspended] = [await comes(0.1), await comes(0.2)]
    const { near: others } = await zoneWith(service, 1)
    ok(await call(offline.rider, 'POST', '/riders/me/availability', { availability: 'OFFLINE' }))
    const path = `/riders/${suspended.rider.riderId}/suspend`
    ok(await call(await signUp('SUPPORT'), 'POST', path, { reason: 'Plaintes de clients' }))
    await opens()
    await minuteCronAfter(61 * SECOND)
    expect(await counts(service, [...near, offline, suspended, ...others])).toEqual([1, 0, 0, 0])
  })

  it('8.5.4 is offered by the preference of deliveries', async () => {
    const service = pushService()
    const { near, opens } = await zoneWith(service, 2)
    const [first] = near as [Heard]
    ok(await call(first.rider, 'PUT', '/notifications/preferences', { orders: { push: false } }))
    await opens()
    expect(await counts(service, near)).toEqual([0, 1])
  })
})
