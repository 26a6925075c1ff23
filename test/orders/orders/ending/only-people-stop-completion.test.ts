import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
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
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { movementsOf, settleMovement } from '#testing/sandbox.ts'
import { again, DAY, HOUR, incidents, MINUTE, tickAt, ticks } from '#testing/stories/money.ts'

// Rule: auto-completion is stopped by an open incident that the buyer opened within 48 h of delivery or that staff opened, and
// by an open refund (REQUESTED, AWAITING_CODE, PROCESSING, FAILED); never by an incident of the service's own.

const statusOf = async (id: string) => (await orderRow(id))?.status
const available = (market: Market) => balance(`seller:${market.seller.profileId}:available`)

/** An order that was on the road for so long before it was delivered. */
async function slowDelivery(hours: number[]) {
  const market = await newMarket()
  const rider = await newRider()
  const ready = await readyOrder(market)
  const began = Date.now()
  const act = async (action: string, body?: object) =>
    call(await again(rider), 'POST', `/deliveries/${ready.delivery.id}/${action}`, body)
  expect((await act('accept')).status).toBe(200)
  expect((await act('pickup', { code: ready.pickupCode })).status).toBe(200)
  for (const hour of hours) await tickAt(began + hour * HOUR)
  const buyer = await again(market.buyer)
  const { data: tracking } = await call(buyer, 'GET', `/orders/${ready.id}/tracking`)
  const delivered = await act('deliver', { code: tracking.dropoffCode })
  expect(delivered.error).toBeUndefined()
  return { market, rider, buyer, id: ready.id as string }
}

describe('a delivery that took more than 72 hours', () => {
  it('is told to a person, and completes 48 hours after it arrived: everybody is paid', async () => {
    const { market, rider, id } = await slowDelivery([24, 71, 73, 80])
    expect(await incidents(id)).toBe(1)
    const arrived = Date.now()
    await tickAt(arrived + 47 * HOUR)
    expect(await statusOf(id)).toBe('DELIVERED')
    await ticks(arrived, [48 * HOUR + MINUTE, 48 * HOUR + 2 * MINUTE])
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await available(market)).toBe(2500)
    expect(await balance(`rider:${rider.riderId}:available`)).toBe(160)
  })

  it('can be confirmed by its buyer at once', async () => {
    const { market, buyer, id } = await slowDelivery([73])
    expect((await actOnOrder(buyer, id, 'confirm-receipt')).data.status).toBe('COMPLETED')
    expect(await available(market)).toBe(2500)
  })

  it('is told once, however long it takes', async () => {
    const { id } = await slowDelivery([73, 100, 150, 200, 300])
    expect(await incidents(id)).toBe(1)
  })
})

describe('a gateway that contradicts itself about a paid order', () => {
  it('opens an incident, and the order completes all the same', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const [movement] = await movementsOf(delivered.payerPhoneNumber)
    expect(movement?.kind).toBe('payin')
    await contradict(movement?.id ?? '', delivered.id)
    const began = Date.now()
    await ticks(began, [48 * HOUR + MINUTE, 48 * HOUR + 2 * MINUTE])
    expect(await statusOf(delivered.id)).toBe('COMPLETED')
    expect(await available(market)).toBe(2500)
  })
})

/** An incident that the service opened by itself about an order, as a contradiction leaves it. */
async function contradict(movementId: string, orderId: string) {
  await run(
    `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, status, created_at)
     VALUES (?1, 'PAYMENT', 'HIGH', 'Contradiction', ?2, ?3, ?1, 'OPEN', ?4)`,
    ...[crypto.randomUUID(), movementId, orderId, Date.now()],
  )
}

describe('an open refund', () => {
  it.each(['PROCESSING', 'FAILED'] as const)(
    'that is %s stops the clock; the buyer may confirm throughout',
    async (state) => {
      const market = await newMarket()
      const admin = await signUp('ADMIN')
      const delivered = await deliveredOrder(market)
      const asked = await call(admin, 'POST', `/orders/admin/${delivered.id}/refund`)
      expect(asked.error).toBeUndefined()
      const sent = await sentRefund(delivered.id)
      if (state === 'FAILED') await settleMovement(sent.id, 'refuse')
      expect((await refundOf(delivered.id))?.status).toBe(state)
      await ticks(Date.now(), [49 * HOUR, 3 * DAY])
      if (state === 'FAILED') expect(await statusOf(delivered.id)).toBe('DELIVERED')
      expect(await statusOf(delivered.id)).not.toBe('COMPLETED')
      expect(await available(market)).toBe(0)
      const confirmed = await actOnOrder(await again(market.buyer), delivered.id, 'confirm-receipt')
      if (state === 'FAILED') expect(confirmed.data?.status).toBe('COMPLETED')
      else expect([200, 409]).toContain(confirmed.status)
    },
  )
})
