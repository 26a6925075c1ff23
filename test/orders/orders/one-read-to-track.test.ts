import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { SECOND } from '#testing/stories/money.ts'
import { type Data, ok, refusal } from '#testing/stories/orders.ts'
import { MINUTE, signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw } from '#testing/stories/readers.ts'

// Rule 8.9.2: GET /orders/:id shows its buyer the last payin, the drop-off code while it is theirs, rider and last place: one read to track. Asked here of
// the ends of an order: what fails, comes back, is cancelled or collected; and of everybody else.
//
// Silent: whether the code of a PICKUP order is the same field (dropoffCode or pickupCode: any field is taken that holds six digits).

clockGoesOn()

const read = async (as: Market['buyer'], id: string): Promise<Data> => ok(await call(as, 'GET', `/orders/${id}`))
/** The six digits that an answer holds as a value of a field whose name ends in Code. */
const codesIn = (order: Data): string[] =>
  Object.entries(order).flatMap(([key, value]) =>
    /code$/i.test(key) && /^\d{6}$/.test(String(value)) ? [String(value)] : [],
  )

async function onTheWay() {
  const [market, rider] = [await newMarket(), await newRider()]
  const ready = await readyOrder(market)
  ok(await actOnJob(rider, ready.delivery.id, 'accept'))
  ok(await call(rider, 'POST', '/riders/me/location', { lat: -2.51, lng: 28.87 }))
  ok(await actOnJob(rider, ready.delivery.id, 'pickup', { code: ready.pickupCode }))
  return {
    ...market,
    rider,
    id: ready.id as string,
    deliveryId: ready.delivery.id as string,
    pickupCode: ready.pickupCode,
  }
}
const fails = async (rider: Market['buyer'], deliveryId: string) =>
  ok(await actOnJob(rider, deliveryId, 'fail', { reasonCode: 'BUYER_UNREACHABLE' }))

describe('the read of an order', () => {
  it('8.9.2 shows its buyer the code after a failed attempt, and none once the parcel goes back', async () => {
    const { buyer, rider, id, deliveryId } = await onTheWay()
    const before = (await read(buyer, id)).dropoffCode
    await fails(rider, deliveryId)
    expect((await read(buyer, id)).dropoffCode).toBe(before)
    wait(11 * MINUTE)
    await fails(await signedIn(rider), deliveryId)
    const back = await read(await signedIn(buyer), id)
    expect([back.delivery.status, codesIn(back)]).toEqual(['RETURNING', []])
  })

  it('8.9.2 shows its buyer none once staff cancelled it on the road, nor before it is ready', async () => {
    const { buyer, id } = await onTheWay()
    ok(await actOnOrder(await signUp('SUPPORT'), `admin/${id}`, 'cancel', { reason: 'Fraude' }))
    expect(codesIn(await read(buyer, id))).toEqual([])
    const market = await newMarket()
    const paid = await paidOrder(market)
    ok(await actOnOrder(market.seller, paid.id, 'accept'))
    expect(codesIn(await read(market.buyer, paid.id))).toEqual([])
  })

  it('8.9.2 shows the rider and the place of today’s rider, and nobody’s once the job was given back', async () => {
    const [market, first, second] = [await newMarket(), await newRider(), await newRider()]
    const { id, delivery } = await readyOrder(market)
    for (const [rider, lat] of [
      [first, -2.51],
      [second, -2.52],
    ] as const)
      ok(await call(rider, 'POST', '/riders/me/location', { lat, lng: 28.87 }))
    ok(await actOnJob(first, delivery.id, 'accept'))
    expect((await read(market.buyer, id)).delivery.rider.id).toBe(first.riderId)
    ok(await actOnJob(first, delivery.id, 'release'))
    const given = await read(market.buyer, id)
    expect([given.delivery.rider, given.lastLocation ?? null]).toEqual([null, null])
    ok(await actOnJob(second, delivery.id, 'accept'))
    expect((await read(market.buyer, id)).delivery.rider.id).toBe(second.riderId)
  })

  it('8.9.2 says what tracking says, at each step', async () => {
    const { buyer, rider, id, deliveryId } = await onTheWay()
    const both = async () => {
      const [order, tracking] = [await read(buyer, id), ok(await call(buyer, 'GET', `/orders/${id}/tracking`))]
      expect({ ...tracking, proofs: [] }).toEqual({
        status: order.status,
        rider: order.delivery.rider,
        lastLocation: order.lastLocation ?? null,
        ...(order.dropoffCode && { dropoffCode: order.dropoffCode }),
        proofs: [],
      })
      return order.dropoffCode as string
    }
    const code = await both()
    ok(await actOnJob(rider, deliveryId, 'deliver', { code }))
    await both()
  })

  it('8.9.2 shows nobody else the code, the payin or the payer’s number, by any read of the order', async () => {
    const phone = freshPhone()
    const market = await newMarket()
    const rider = await newRider()
    const ready = await readyOrder(market, { payerPhoneNumber: phone })
    ok(await actOnJob(rider, ready.delivery.id, 'accept'))
    const { dropoffCode } = await read(market.buyer, ready.id)
    expect(dropoffCode).toMatch(/^\d{6}$/)
    for (const as of [market.seller, rider, await signUp('SUPPORT')])
      for (const path of ['', '/tracking', '/timeline', '/messages']) {
        const { text } = await askRaw(as, 'GET', `/orders/${ready.id}${path}`)
        expect(
          [text.includes(dropoffCode), text.includes(phone), text.includes('"payin"')],
          `${as.role} ${path}`,
        ).toEqual([false, false, false])
      }
    for (const as of [await signUp(), await newRider(), (await newMarket()).seller])
      expect(refusal(await call(as, 'GET', `/orders/${ready.id}`))).toEqual([404, 'NOT_FOUND'])
    expect((await call(guest, 'GET', `/orders/${ready.id}`)).status).toBe(401)
  })

  it('8.9.2 of an order that is collected shows its buyer one code, from ready to handover', async () => {
    const market = await newMarket()
    const ready = await readyOrder(market, { fulfillmentMethod: 'PICKUP', deliveryAddress: undefined })
    const [code] = codesIn(await read(market.buyer, ready.id))
    expect(code).toMatch(/^\d{6}$/)
    expect(codesIn(await read(market.seller, ready.id))).toEqual([])
    ok(await actOnOrder(market.seller, ready.id, 'handover', { code }))
    expect(codesIn(await read(market.buyer, ready.id))).toEqual([])
  })

  it('8.9.2 shows the payin that ran out of time as it ended, and the order that it left', async () => {
    const market = await newMarket()
    const { id } = ok(await postOrder(market, { payerPhoneNumber: freshPhone() }))
    for (let i = 0; i < 3; i++) await minuteCronAfter(6 * MINUTE)
    await minuteCronAfter(SECOND)
    const order = await read(await signedIn(market.buyer), id)
    expect([order.status, order.payin.orderId !== undefined]).toEqual(['CANCELLED', true])
    expect(order.payin.status).not.toBe('succeeded')
  })
})
