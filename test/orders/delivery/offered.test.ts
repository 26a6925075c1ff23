import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { actOnJob, type Job, newJob, newRider, newZone, type Rider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { clearFaults, inbox, pause, setFault, until } from '#testing/sandbox.ts'
import { readBy, subscribed } from '#testing/stories/devices.ts'
import { feed, ok, prefer } from '#testing/stories/office.ts'

// Rule 8.5.4: delivery.offered: the 10 nearest ONLINE riders at once, the rest of the zone after 60 s, TTL 60 s. Nobody else than who sees
// the job in /deliveries/available. Silent: how many riders in all (50), and what else tells them (nothing).

const SECOND = 1000
const GOMA = { lat: -1.6585, lng: 29.2203 }
const north = (km: number) => ({ lat: GOMA.lat + km / 111.19, lng: GOMA.lng })
type Told = Rider & { browser: Awaited<ReturnType<typeof subscribed>> }

const moved = (rider: Rider, place: object) => call(rider, 'POST', '/riders/me/location', place)
async function toldRider(km: number | null, zones: string[] = []): Promise<Told> {
  const rider = await newRider(zones)
  if (km !== null) ok(await moved(rider, north(km)))
  return { ...rider, browser: await subscribed(rider) }
}
const jobIn = async (city = `Ville ${crypto.randomUUID()}`, place: object = GOMA) =>
  newJob({ seller: await newShopkeeper({ address: { country: 'CD', city, ...place } }) })
const offersTo = async ({ browser }: Told, job: Job) =>
  (await readBy(browser)).filter(({ deliveryId }) => deliveryId === job.deliveryId)
const counts = async (riders: Told[], job: Job) =>
  Promise.all(riders.map(async (rider) => (await offersTo(rider, job)).length))
const isShown = async (rider: Rider, { deliveryId }: Job) =>
  ok(await call(rider, 'GET', '/deliveries/available?limit=100')).deliveries.some(
    ({ id }: { id: string }) => id === deliveryId,
  )
const pending = ({ deliveryId }: Job) => all(`SELECT 1 FROM outbox WHERE matter = ? AND status = 'PENDING'`, deliveryId)
/** All offers of a job that can be sent at once are sent. */
const settled = (job: Job) => until(async () => (await pending(job)).length === 0)

beforeEach(async () => {
  await clearFaults()
  await run(`UPDATE riders SET availability = 'OFFLINE'`)
})

describe('a job that opens', () => {
  it('is offered to the ten nearest at once, and to the others a minute later', async () => {
    const riders: Told[] = []
    for (let km = 12; km >= 1; km--) riders.push(await toldRider(km))
    const job = await jobIn()
    await settled(job)
    expect(await counts(riders, job)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    await minuteCronAfter(59 * SECOND)
    expect(await counts(riders.slice(0, 2), job)).toEqual([0, 0])
    await minuteCronAfter(2 * SECOND)
    await minuteCronAfter(120 * SECOND)
    expect(await counts(riders, job)).toEqual(Array(12).fill(1))
    const [offer] = await offersTo(riders[3] as Told, job)
    expect(offer).toEqual({
      kind: 'delivery.offered',
      title: 'Une course attend un livreur',
      deliveryId: job.deliveryId,
    })
  })

  it('is offered once to a phone whose rider registers another one meanwhile', async () => {
    const rider = await toldRider(1)
    const job = await jobIn()
    await settled(job)
    const second = await subscribed(rider)
    await minuteCronAfter(61 * SECOND)
    await settled(job)
    expect(await counts([rider, { ...rider, browser: second }], job)).toEqual([1, 0])
  })

  it('keeps no place for a rider whose phone was signed out by time', async () => {
    const riders: Told[] = []
    for (let km = 1; km <= 11; km++) riders.push(await toldRider(km))
    await run('UPDATE sessions SET expires_at = 1 WHERE user_id = ?', (riders[0] as Told).id)
    const job = await jobIn()
    await settled(job)
    expect(await counts(riders, job)).toEqual([0, ...Array(10).fill(1)])
  })

  it('is offered to nobody else once somebody took it', async () => {
    const riders: Told[] = []
    for (let km = 11; km >= 1; km--) riders.push(await toldRider(km))
    await setFault({ gateway: 'WEB_PUSH', fault: 'down', times: 0 })
    const job = await jobIn()
    expect((await pending(job)).length).toBeGreaterThan(0)
    ok(await actOnJob(riders[5] as Told, job, 'accept'))
    expect(await pending(job)).toEqual([])
    await clearFaults()
    await minuteCronAfter(61 * SECOND)
    expect(await counts(riders.slice(0, 1), job)).toEqual([0])
    expect(await pending(job)).toEqual([])
  })

  it('is offered anew if it opens again', async () => {
    const [near, other] = [await toldRider(1), await toldRider(2)]
    const job = await jobIn()
    await settled(job)
    ok(await actOnJob(near, job, 'accept'))
    wait(10 * SECOND)
    ok(await actOnJob(near, job, 'release'))
    await settled(job)
    expect(await counts([other], job)).toEqual([2])
  })

  it('is offered to those who are shown it, and to nobody else', async () => {
    const city = `Ville ${crypto.randomUUID()}`
    const zone = await newZone(city, GOMA)
    const otherZone = await newZone(`Ville ${crypto.randomUUID()}`, GOMA)
    const riders = {
      ofZone: await toldRider(40, [zone]),
      ofZoneWithoutPlace: await toldRider(null, [zone]),
      ofOtherZone: await toldRider(1, [otherZone]),
      near: await toldRider(3),
      far: await toldRider(16),
      withoutPlace: await toldRider(null),
      offline: await toldRider(1),
      suspended: await toldRider(1),
      busy: await toldRider(1),
    }
    ok(await call(riders.offline, 'POST', '/riders/me/availability', { availability: 'OFFLINE' }))
    ok(
      await call(await signUp('SUPPORT'), 'POST', `/riders/${riders.suspended.riderId}/suspend`, { reason: 'Papiers' }),
    )
    await run('UPDATE riders SET active_jobs = 3 WHERE id = ?', riders.busy.riderId)
    for (const job of [
      await jobIn(city),
      await jobIn(),
      await jobIn(undefined, {}),
      await jobIn(undefined, north(30)),
    ]) {
      await settled(job)
      for (const [name, rider] of Object.entries(riders)) {
        const shown = name === 'suspended' ? false : await isShown(rider, job)
        expect([name, (await offersTo(rider, job)).length], name).toEqual([name, shown ? 1 : 0])
      }
    }
    await run('UPDATE riders SET active_jobs = 0 WHERE id = ?', riders.busy.riderId)
  })

  it('is told on devices alone, unless the rider wants none', async () => {
    const [rider, silent] = [await toldRider(1), await toldRider(1)]
    ok(await prefer(silent, { orders: { push: false } }))
    const before = [(await inbox(rider.email)).length, (await inbox(rider.phone)).length]
    const job = await jobIn()
    await minuteCronAfter(61 * SECOND)
    expect(await counts([rider, silent], job)).toEqual([1, 0])
    expect([(await inbox(rider.email)).length, (await inbox(rider.phone)).length]).toEqual(before)
    expect(JSON.stringify(await feed(rider))).not.toContain('offered')
  })

  it('is never offered when the offer is older than a minute', async () => {
    const rider = await toldRider(1)
    await setFault({ gateway: 'WEB_PUSH', fault: 'down', times: 0 })
    const job = await jobIn()
    await pause(200)
    await clearFaults()
    await minuteCronAfter(61 * SECOND)
    await minuteCronAfter(61 * SECOND)
    // The second round may have found the rider untold.
    expect((await counts([rider], job))[0]).toBeLessThanOrEqual(1)
    expect(await pending(job)).toEqual([])
  })
})
