import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, deliveredOrder, newMarket, orderRow, readyOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { holdWhole } from '#testing/laws.ts'
import { clearFaults } from '#testing/sandbox.ts'
import {
  askedRefund,
  confirmRefund,
  ends,
  escrowOf,
  ok,
  outgoing,
  pendingOf,
  refundByCode,
  rowsIn,
  WHY,
} from '#testing/stories/books.ts'
import { again, clockAt, MINUTE, ticks } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: return-received gives the goods back and the rider has earned the fee, whatever else was asked for or is on its way.
// 25.00 of goods and a fee of 2.00, of which the rider has 1.60.

afterEach(() => clearFaults())

/** A parcel that its rider has. */
async function onTheRoad() {
  const [market, rider] = [await newMarket(), await newRider()]
  const order: Data = await readyOrder(market)
  const job: string = order.delivery.id
  ok(await actOnJob(rider, job, 'accept'))
  ok(await actOnJob(rider, job, 'pickup', { code: order.pickupCode }))
  return { ...market, rider, order, job }
}
/** A parcel that could not be handed over twice, with everybody's tokens of then. */
async function comingBack() {
  const road = await onTheRoad()
  const { rider, job } = road
  ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE' }))
  clockAt(Date.now() + 11 * MINUTE)
  ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_REFUSED' }))
  const [admin, seller] = [await again(await signUp('ADMIN')), await again(road.seller)]
  return { ...road, admin, seller }
}
type Returned = Awaited<ReturnType<typeof comingBack>>

const WAITING = "SELECT id FROM refunds WHERE order_id = ? AND status = 'REQUESTED'"
const received = async (seller: Person, order: Data) => ok(await actOnOrder(seller, order.id, 'return-received'))
const earned = async (rider: Person): Promise<string> =>
  ok(await call(await again(rider), 'GET', '/wallet')).balances[0].available
const refundsOf = async (admin: Person, { id }: Data) =>
  rowsIn(ok(await call(admin, 'GET', `/orders/${id}/refunds`)))
    .map(({ status, amount }) => `${status} ${amount}`)
    .sort()
const sent = async ({ payerPhoneNumber }: Data) =>
  (await outgoing(payerPhoneNumber)).map(({ amount }) => Number(amount))
/** Nobody has money of it but who is to have it, and the books say so. */
async function lawful(_admin: Person, returned: Pick<Returned, 'order' | 'seller'> & Parameters<typeof pendingOf>[0]) {
  expect([await balance(escrowOf(returned.order)), await balance(pendingOf(returned))]).toEqual([0, 0])
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

describe('a part on its way when the parcel comes back', () => {
  it.each(['13.50', '16.00', '25.00'])('%s leaves the rest of the goods to its buyer', async (amount) => {
    const { admin, order, ...road } = await comingBack()
    await refundByCode(admin, { orderId: order.id, amount })
    await received(road.seller, order)
    expect(await earned(road.rider)).toBe('1.60')
    await ends(order.payerPhoneNumber, 'approve')
    await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
    const rest = 25 - Number(amount)
    expect(await sent(order)).toEqual(rest > 0 ? [rest, Number(amount)] : [25])
    if (rest > 0) await ends(order.payerPhoneNumber, 'approve')
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PARTIALLY_REFUNDED' })
    expect(await earned(road.rider)).toBe('1.60')
    await lawful(await again(admin), { ...road, order })
  })
})

describe('a refund of the whole when the parcel comes back', () => {
  it('that was asked for gives the goods by itself: its code is good for nothing more', async () => {
    const { admin, order, ...road } = await comingBack()
    const asked = await askedRefund(admin, { orderId: order.id })
    await received(road.seller, order)
    expect(await refundsOf(admin, order)).toEqual(['PROCESSING 25.00'])
    expect(await earned(road.rider)).toBe('1.60')
    expect((await confirmRefund(admin, asked.pendingId, asked.code)).status).toBe(409)
    await ends(order.payerPhoneNumber, 'approve')
    expect(await sent(order)).toEqual([25])
    await lawful(await again(admin), { ...road, order })
  })

  it('that is on its way gives the fee too, and its rider is paid once it has arrived', async () => {
    const { admin, order, ...road } = await comingBack()
    await refundByCode(admin, { orderId: order.id })
    await received(road.seller, order)
    expect(await earned(road.rider)).toBe('0.00')
    await ends(order.payerPhoneNumber, 'approve')
    expect(await sent(order)).toEqual([27])
    expect(await earned(road.rider)).toBe('1.60')
    await lawful(await again(admin), { ...road, order })
  })
})

describe('a parcel whose order staff cancelled on the road', () => {
  async function cancelled() {
    const road = await onTheRoad()
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/orders/admin/${road.order.id}/cancel`, { reason: WHY }))
    return { ...road, admin, refund: (await refundOf(road.order.id))?.id ?? '' }
  }
  const reject = async (admin: Person, id: string) =>
    ok(await call(admin, 'POST', `/refunds/${id}/reject`, { reason: WHY }))
  const bringBack = async ({ rider, job, seller, order }: Awaited<ReturnType<typeof cancelled>>) => {
    ok(await actOnJob(rider, job, 'returned'))
    await received(seller, order)
  }
  const again409 = async ({ seller, order }: Pick<Returned, 'seller' | 'order'>) =>
    expect((await actOnOrder(seller, order.id, 'return-received')).status).toBe(409)
  async function checked(_admin: Person) {
    const checks = await holdWhole()
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  }

  it('pays its rider where the refund was rejected before, and all can still go back', async () => {
    const road = await cancelled()
    await reject(road.admin, road.refund)
    expect(await earned(road.rider)).toBe('0.00')
    await bringBack(road)
    await again409(road)
    expect([await earned(road.rider), await balance(escrowOf(road.order))]).toEqual(['1.60', 0])
    await checked(road.admin)
    ok(await call(road.admin, 'POST', `/orders/admin/${road.order.id}/refund`))
    await ends(road.order.payerPhoneNumber, 'approve')
    expect(await sent(road.order)).toEqual([27])
    expect(await earned(road.rider)).toBe('1.60')
    await lawful(road.admin, road)
  })

  it('pays its rider where it is rejected afterwards, once', async () => {
    const road = await cancelled()
    await bringBack(road)
    expect(await earned(road.rider)).toBe('1.60')
    await reject(road.admin, road.refund)
    expect([await earned(road.rider), await balance(escrowOf(road.order))]).toEqual(['1.60', 0])
    await checked(road.admin)
  })

  it('pays its rider where only the goods were given back', async () => {
    const road = await cancelled()
    await refundByCode(road.admin, { orderId: road.order.id, amount: '25.00' })
    await ends(road.order.payerPhoneNumber, 'approve')
    await bringBack(road)
    expect(await earned(road.rider)).toBe('1.60')
    const left = await refundsOf(road.admin, road.order)
    expect(left).toEqual(['REQUESTED 2.00', 'SUCCEEDED 25.00'])
    await reject(road.admin, (await all<{ id: string }>(WAITING, road.order.id))[0]?.id ?? '')
    await lawful(road.admin, road)
  })

  it('pays its rider where all was on its way, failed and was rejected', async () => {
    const road = await cancelled()
    ok(await call(road.admin, 'POST', `/orders/admin/${road.order.id}/refund`))
    await bringBack(road)
    expect(await earned(road.rider)).toBe('0.00')
    await ends(road.order.payerPhoneNumber, 'refuse')
    await reject(road.admin, road.refund)
    expect([await earned(road.rider), await balance(escrowOf(road.order))]).toEqual(['1.60', 0])
    await checked(road.admin)
  })

  it("is paid for once, at return-received, where it is rejected between that and the rider's word", async () => {
    const road = await cancelled()
    ok(await actOnJob(road.rider, road.job, 'returned'))
    await reject(road.admin, road.refund)
    expect(await earned(road.rider)).toBe('0.00')
    await received(road.seller, road.order)
    expect(await earned(road.rider)).toBe('1.60')
    await checked(road.admin)
  })
})

it('who delivered has the share also where staff cancel afterwards and the refund is rejected', async () => {
  const admin = await signUp('ADMIN')
  const order = await deliveredOrder(await newMarket())
  ok(await call(admin, 'POST', `/orders/admin/${order.id}/cancel`, { reason: WHY }))
  ok(await call(admin, 'POST', `/refunds/${(await refundOf(order.id))?.id}/reject`, { reason: WHY }))
  expect([await earned(order.rider), await balance(escrowOf(order))]).toEqual(['1.60', 0])
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
})
