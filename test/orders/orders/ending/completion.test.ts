import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  actOnOrder,
  deliveredOrder,
  type Market,
  newMarket,
  orderRow,
  readyOrder,
  refundOf,
  sentRefund,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { settleMovement, until } from '#testing/sandbox.ts'

const statusOf = async (id: string) => (await orderRow(id))?.status
const earned = (market: Market) => balance(`seller:${market.seller.profileId}:available`)

/** An open incident of an order, as this person opened it, so long after now; nobody is the service itself. */
const incident = (orderId: string, by: Person | null, after = 0) =>
  run(
    `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, status, created_at, opened_by)
     VALUES (?1, 'ORDER', 'LOW', 't', 'd', ?2, ?1, 'OPEN', ?3, ?4)`,
    ...[crypto.randomUUID(), orderId, Date.now() + after, by?.id ?? null],
  )

describe('the clock of a delivered order', () => {
  it.each([
    ['its buyer in time', async ({ buyer }: Market) => buyer, 0, 'DELIVERED'],
    ['its buyer after 48 hours', async ({ buyer }: Market) => buyer, 48 * HOUR_MS + MINUTE_MS, 'DELIVERED'],
    ['staff, however late', () => signUp('SUPPORT'), 49 * HOUR_MS, 'DELIVERED'],
    ['its seller', async ({ seller }: Market) => seller, 0, 'DELIVERED'],
    ['nobody but the service itself', async () => null, 0, 'COMPLETED'],
  ] as const)('with an incident that %s opened', async (_who, opener, after, status) => {
    const market = await newMarket()
    const { id } = await deliveredOrder(market)
    await incident(id, await opener(market), after)
    await minuteCronAfter(50 * HOUR_MS)
    expect(await statusOf(id)).toBe(status)
  })
})

/** A parcel on the road whose buyer an ADMIN is giving the money back to. */
async function refundedOnTheRoad() {
  const [market, rider, admin] = [await newMarket(), await newRider(), await signUp('ADMIN')]
  const ready = await readyOrder(market)
  const act = (action: string, body?: object) => call(rider, 'POST', `/deliveries/${ready.delivery.id}/${action}`, body)
  await act('accept')
  await act('pickup', { code: ready.pickupCode })
  expect((await call(admin, 'POST', `/orders/admin/${ready.id}/refund`)).data.status).toBe('OUT_FOR_DELIVERY')
  const deliver = async () => {
    const { data } = await call(market.buyer, 'GET', `/orders/${ready.id}/tracking`)
    expect((await act('deliver', { code: data.dropoffCode })).status).toBe(200)
  }
  const settle = async (verdict: 'approve' | 'refuse') => settleMovement((await sentRefund(ready.id)).id, verdict)
  return {
    market,
    rider,
    admin,
    act,
    deliver,
    settle,
    id: String(ready.id),
    share: () => balance(`rider:${rider.riderId}:available`),
  }
}

describe('completion beside a refund that is on its way', () => {
  it('waits, because the parcel is not handed over until the refund has failed', async () => {
    const { market, rider, act, deliver, settle, id } = await refundedOnTheRoad()
    for (const person of [rider, market.seller]) {
      const { data } = await call(person, 'GET', '/notifications')
      expect(data.notifications[0]).toMatchObject({ type: 'order.refund-under-way' })
    }
    const { data } = await call(market.buyer, 'GET', `/orders/${id}/tracking`)
    expect(await act('deliver', { code: data.dropoffCode })).toMatchObject({
      status: 409,
      error: { reason: 'REQUEST_IN_PROGRESS' },
    })
    await settle('refuse')
    await deliver()
    expect((await actOnOrder(market.buyer, id, 'confirm-receipt')).data.status).toBe('COMPLETED')
    expect(await earned(market)).toBe(2500)
  })
})

describe('a refund that fails', () => {
  it('leaves a delivered order and its clock as they were', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await deliveredOrder(market)
    const read = async () => (await call(market.buyer, 'GET', `/orders/${id}`)).data
    const before = await read()
    expect((await call(admin, 'POST', `/orders/admin/${id}/refund`)).data.status).toBe('REFUNDED')
    await settleMovement((await sentRefund(id)).id, 'refuse')
    await until(async () => (await refundOf(id))?.status === 'FAILED', 'the verdict')
    expect({ ...(await read()), updatedAt: before.updatedAt, version: before.version }).toEqual(before)
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(2500)

    expect((await call(admin, 'POST', `/orders/admin/${id}/refund`)).data.status).toBe('REFUNDED')
    await settleMovement((await sentRefund(id)).id, 'approve')
    expect(await read()).toMatchObject({ status: 'REFUNDED', paymentStatus: 'REFUNDED', refundedAmount: '27.00' })
  })

  it('leaves a completed order completed', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await deliveredOrder(market)
    const { data: before } = await actOnOrder(market.buyer, id, 'confirm-receipt')
    await call(admin, 'POST', `/orders/admin/${id}/refund`)
    await settleMovement((await sentRefund(id)).id, 'refuse')
    await until(async () => (await statusOf(id)) === 'COMPLETED', 'the verdict')
    expect((await call(market.buyer, 'GET', `/orders/${id}`)).data).toMatchObject({ completedAt: before.completedAt })
    expect(await earned(market)).toBe(2500)
  })
})

describe('the rider of an order that was given back', () => {
  it('has the share once the refund has succeeded, from what is the platform’s', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id, rider } = await deliveredOrder(market)
    const ours = await balance('platform:delivery')
    const share = () => balance(`rider:${(rider as Awaited<ReturnType<typeof newRider>>).riderId}:available`)
    await call(admin, 'POST', `/orders/admin/${id}/refund`)
    const sent = await sentRefund(id)
    expect(await share()).toBe(0)
    await settleMovement(sent.id, 'approve')
    expect(await share()).toBe(160)
    expect(await balance('platform:delivery')).toBe(ours - 160)
    expect((await call(rider, 'GET', '/wallet')).data.balances[0]).toMatchObject({
      currency: 'USD',
      available: '1.60',
      lifetimeEarned: '1.60',
    })
  })

  it('has it at the door, where the money had gone back before', async () => {
    const { deliver, settle, share } = await refundedOnTheRoad()
    await settle('approve')
    expect(await share()).toBe(0)
    await deliver()
    expect(await share()).toBe(160)
    await minuteCronAfter(49 * HOUR_MS)
    expect(await share()).toBe(160)
  })

  it('has it for bringing the parcel back, once', async () => {
    const { market, settle, admin, act, id, share } = await refundedOnTheRoad()
    await call(admin, 'POST', `/orders/admin/${id}/cancel`, {})
    await settle('approve')
    expect(await share()).toBe(0)
    expect((await act('returned')).data.status).toBe('RETURNED')
    expect(await share()).toBe(160)
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(200)
    expect(await share()).toBe(160)
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('has it also where the refund succeeds last', async () => {
    const { market, settle, admin, id, share } = await refundedOnTheRoad()
    await call(admin, 'POST', `/orders/admin/${id}/cancel`, {})
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(200)
    await settle('approve')
    expect(await share()).toBe(160)
  })

  it('has it where only the seller says that the parcel is back, and not before', async () => {
    const { market, settle, admin, id, share } = await refundedOnTheRoad()
    await settle('approve')
    await call(admin, 'POST', `/orders/admin/${id}/cancel`, {})
    expect(await share()).toBe(0)
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(200)
    expect(await share()).toBe(160)
  })
})
