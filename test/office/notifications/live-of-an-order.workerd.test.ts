import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { actOnJob, newJob, newRider, newZone, pickedUpJob, type Rider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { refuse } from '#testing/sandbox.ts'
import { type Heard, type Live, listens, noticeIn, settles } from '#testing/stories/live-hearing.ts'
import { feed } from '#testing/stories/office.ts'
import { type Data, message, ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.5.3: out: notification (as the list shows it); order {id, status, version}; delivery {id, status}; message {orderId, channel, id}; job, jobGone
// {deliveryId} to ONLINE riders who would see it in /deliveries/available; location {orderId, lat, lng, at} to the buyer while OUT_FOR_DELIVERY, at most one
// in 10 s. Sent after the commit, from rows that it wrote.
//
// Silent: where in a message the notification stands; whether whoever writes a message hears it on their own devices; order of kinds among each other.

clockGoesOn()
const SECOND = 1000

const keysOf = ({ type: _, ...rest }: Heard) => Object.keys(rest).sort()
const ordersHeard = (live: Live, id: string) => live.heard('order').filter((one) => one.id === id)
/** Two riders of one zone, and a seller there. */
async function zoned() {
  const city = `Ville ${crypto.randomUUID()}`
  const place = { lat: -2.5, lng: 28.86 }
  const zone = await newZone(city, place)
  const riders: [Rider, Rider] = [await newRider([zone]), await newRider([zone])]
  return { riders, seller: await newShopkeeper({ address: { country: 'CD', city, ...place } }) }
}
const available = async (rider: Rider): Promise<string[]> =>
  ok(await call(rider, 'GET', '/deliveries/available?limit=100')).deliveries.map(({ id }: Data) => id)

describe('an order that moves', () => {
  it('8.5.3 is heard by its buyer and its seller, each version once, and by nobody else', async () => {
    const [market, stranger] = [await newMarket(), await newMarket()]
    const [buyer, seller, other] = [
      await listens(market.buyer),
      await listens(market.seller),
      await listens(stranger.seller),
    ]
    const { id } = await paidOrder(market)
    for (const act of ['accept', 'prepare', 'ready']) ok(await actOnOrder(market.seller, id, act))
    for (const live of [buyer, seller]) {
      await live.hears('order', (one) => one.status === 'READY_FOR_PICKUP')
      await settles()
      const heard = ordersHeard(live, id).sort((a, b) => a.version - b.version)
      expect(heard.map(keysOf)).toEqual(heard.map(() => ['id', 'status', 'version']))
      expect(new Set(heard.map(({ version }) => version)).size).toBe(heard.length)
      const statuses = [...new Set(heard.map(({ status }) => status))]
      const steps = ['PENDING_SELLER_REVIEW', 'ACCEPTED', 'PREPARING', 'READY_FOR_PICKUP']
      expect(statuses.filter((status) => steps.includes(status))).toEqual(steps)
    }
    await settles()
    expect(other.texts.join()).not.toContain(id)
    expect(other.heard().map(({ type }) => type)).toEqual(['hello'])
  })

  it('8.5.3 is not heard by its seller before it is paid, nor when it ends unpaid', async () => {
    const market = await newMarket()
    const [buyer, seller] = [await listens(market.buyer), await listens(market.seller)]
    const phone = freshPhone()
    const { id } = ok(await postOrder(market, { payerPhoneNumber: phone }))
    await refuse(phone)
    ok(await actOnOrder(market.buyer, id, 'cancel', { reason: 'Plus besoin' }))
    await buyer.hears('order', (one) => one.id === id && one.status === 'CANCELLED')
    await settles()
    expect(seller.heard().map(({ type }) => type)).toEqual(['hello'])
  })

  it('8.5.3 that was refused is not heard: what no commit wrote is not said', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    await settles()
    const buyer = await listens(market.buyer)
    expect((await actOnOrder(market.seller, id, 'ready')).status).toBe(409)
    await settles()
    expect(buyer.heard().map(({ type }) => type)).toEqual(['hello'])
  })
})

describe('a notice', () => {
  it('8.5.3 is heard as the list shows it, once on each socket, by whom it is for', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    await settles()
    const before = (await feed(market.buyer)).notifications.map((one: Data) => one.id)
    const sockets = [await listens(market.buyer), await listens(market.buyer)]
    const seller = await listens(market.seller)
    ok(await actOnOrder(market.seller, id, 'accept'))
    for (const live of sockets) await live.hears('notification')
    await settles()
    const listed = (await feed(market.buyer)).notifications.filter((one: Data) => !before.includes(one.id))
    expect(listed.length).toBeGreaterThan(0)
    const byId = (a: Data, b: Data) => (a.id < b.id ? -1 : 1)
    for (const live of sockets) {
      const heard = live.heard('notification').map((one) => noticeIn(one))
      expect(heard.sort(byId)).toMatchObject(listed.sort(byId))
    }
    const ofSeller = (await feed(market.seller)).notifications.map((one: Data) => one.id)
    for (const one of seller.heard('notification')) expect(ofSeller).toContain(noticeIn(one).id)
  })
})

describe('a job', () => {
  it('8.5.3 is heard by the riders whose list shows it, and is gone for the others once one took it', async () => {
    const { riders, seller } = await zoned()
    const { riders: elsewhere } = await zoned()
    const offline = await newRider()
    ok(await call(offline, 'POST', '/riders/me/availability', { availability: 'OFFLINE' }))
    const [first, second, far, asleep] = [
      await listens(riders[0]),
      await listens(riders[1]),
      await listens(elsewhere[0]),
      await listens(offline),
    ]
    const job = await newJob({ seller })
    for (const [i, live] of [first, second].entries()) {
      const heard = await live.hears('job', (one) => one.deliveryId === job.deliveryId)
      expect(keysOf(heard)).toEqual(['deliveryId'])
      expect(await available(riders[i as 0 | 1])).toContain(job.deliveryId)
      expect(live.texts.join()).not.toContain(job.orderId)
    }
    await settles()
    for (const live of [far, asleep]) expect(live.texts.join()).not.toContain(job.deliveryId)

    ok(await actOnJob(riders[0], job, 'accept'))
    await second.hears('jobGone', (one) => one.deliveryId === job.deliveryId)
    await first.hears('delivery', (one) => one.id === job.deliveryId && one.status === 'ASSIGNED')
    expect(second.heard('delivery')).toEqual([])
    ok(await actOnJob(riders[0], job, 'release'))
    const again = () => second.heard('job').filter((one) => one.deliveryId === job.deliveryId).length
    await second.hears('job', () => again() === 2)
    await settles()
    expect(again()).toBe(2)
  })

  it('8.5.3 moves before its buyer and its rider, who read no code in it', async () => {
    const { riders, seller } = await zoned()
    const job = await newJob({ seller })
    const [buyer, ofSeller, carrier] = [await listens(job.buyer), await listens(seller), await listens(riders[0])]
    await pickedUpJob(riders[0], job)
    const { dropoffCode } = ok(await call(job.buyer, 'GET', `/orders/${job.orderId}/tracking`))
    ok(await actOnJob(riders[0], job, 'deliver', { code: dropoffCode }))
    for (const live of [buyer, carrier]) {
      const { type: _, ...said } = await live.hears('delivery', (one) => one.status === 'DELIVERED')
      expect(said).toEqual({ id: job.deliveryId, status: 'DELIVERED' })
    }
    await settles()
    for (const live of [buyer, ofSeller, carrier])
      for (const code of [dropoffCode, job.pickupCode]) expect(live.texts.join()).not.toContain(code)
  })
})

describe('the place of a rider', () => {
  it('8.5.3 is heard by the buyer while the parcel is on its way, once in ten seconds, and by nobody else', async () => {
    const { riders, seller } = await zoned()
    const [rider] = riders
    const job = await newJob({ seller })
    const [buyer, ofSeller] = [await listens(job.buyer), await listens(seller)]
    const stands = async (lat: number) => ok(await call(rider, 'POST', '/riders/me/location', { lat, lng: 28.87 }))
    ok(await actOnJob(rider, job, 'accept'))
    await stands(-2.51)
    await settles()
    expect(buyer.heard('location')).toEqual([])
    wait(60 * SECOND)
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode }))
    wait(11 * SECOND)
    await stands(-2.52)
    const { type: _, ...said } = await buyer.hears('location', ({ lat }) => lat === -2.52)
    expect(said).toEqual({ orderId: job.orderId, lat: -2.52, lng: 28.87, at: expect.stringMatching(/Z$/) })
    wait(5 * SECOND)
    await stands(-2.53)
    await settles()
    expect(buyer.heard('location').some(({ lat }) => lat === -2.53)).toBe(false)
    wait(6 * SECOND)
    await stands(-2.54)
    await buyer.hears('location', ({ lat }) => lat === -2.54)
    const { dropoffCode } = ok(await call(job.buyer, 'GET', `/orders/${job.orderId}/tracking`))
    ok(await actOnJob(rider, job, 'deliver', { code: dropoffCode }))
    wait(11 * SECOND)
    await stands(-2.55)
    await settles()
    expect(buyer.heard('location').some(({ lat }) => lat === -2.55)).toBe(false)
    expect(ofSeller.heard('location')).toEqual([])
  })
})

describe('a message', () => {
  it('8.5.3 is heard by the other side of its channel, by its id alone', async () => {
    const { riders, seller } = await zoned()
    const job = await newJob({ seller })
    ok(await actOnJob(riders[0], job, 'accept'))
    const support = await signUp('SUPPORT')
    const [buyer, ofSeller, carrier, team] = [
      await listens(job.buyer),
      await listens(seller),
      await listens(riders[0]),
      await listens(support),
    ]
    const says = async (as: typeof job.buyer, channel: string) =>
      ok(await message(as, job.orderId, 'Bonjour Zedkwxpqv', { channel })).id as string
    const toSeller = await says(job.buyer, 'BUYER_SELLER')
    const toRider = await says(job.buyer, 'BUYER_RIDER')
    const toBuyer = await says(seller, 'BUYER_SELLER')
    const { type: _, ...said } = await ofSeller.hears('message', ({ id }) => id === toSeller)
    expect(said).toEqual({ orderId: job.orderId, channel: 'BUYER_SELLER', id: toSeller })
    await carrier.hears('message', ({ id }) => id === toRider)
    await buyer.hears('message', ({ id }) => id === toBuyer)
    await settles()
    expect(ofSeller.texts.join()).not.toContain(toRider)
    for (const id of [toSeller, toBuyer]) expect(carrier.texts.join()).not.toContain(id)
    for (const live of [buyer, ofSeller, carrier])
      for (const { type, ...rest } of live.heard())
        if (type === 'message') expect(JSON.stringify(rest)).not.toContain('Zedkwxpqv')
    expect(team.heard().map(({ type }) => type)).toEqual(['hello'])
  })
})
