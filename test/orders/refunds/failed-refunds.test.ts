import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  actOnOrder,
  deliveredOrder,
  newMarket,
  orderRow,
  paidOrder,
  readyOrder,
  refundOf,
  sentRefund,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { settleMovement } from '#testing/sandbox.ts'

// Rule: a refund that fails leaves the order and its timers as they were before. The rider who delivered earns the share
// whatever is refunded later: booked when the refund succeeds, from platform:delivery, which may go below zero.

/** The refund of the whole order, sent; ended by its operator. */
async function refunded(id: string, verdict: 'approve' | 'refuse') {
  const asked = await call(await signUp('ADMIN'), 'POST', `/orders/admin/${id}/refund`)
  expect(asked.error).toBeUndefined()
  await settleMovement((await sentRefund(id)).id, verdict)
  expect((await refundOf(id))?.status).toBe(verdict === 'approve' ? 'SUCCEEDED' : 'FAILED')
}

describe('a refund that fails', () => {
  it('leaves a DELIVERED order as it was, with its money and its timer', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const before = await orderRow(delivered.id)
    await refunded(delivered.id, 'refuse')
    expect(await orderRow(delivered.id)).toEqual(before)
    expect(before).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(2500)
    expect(await balance(`order:${delivered.id}:held`)).toBe(200)
  })

  it('leaves a COMPLETED order as it was', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    expect((await actOnOrder(market.buyer, delivered.id, 'confirm-receipt')).status).toBe(200)
    const before = await orderRow(delivered.id)
    await refunded(delivered.id, 'refuse')
    expect(await orderRow(delivered.id)).toEqual(before)
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
  })

  it('leaves an order that waits for its seller as it was: the seller can still accept it', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    const before = await orderRow(paid.id)
    await refunded(paid.id, 'refuse')
    const after = await orderRow(paid.id)
    if (after?.status === 'PENDING_SELLER_REVIEW') {
      expect(after).toEqual(before)
      expect((await actOnOrder(market.seller, paid.id, 'accept')).status).toBe(200)
    } else {
      // A full refund before the order is on its way cancels it: then it stays so, and the money is held.
      expect(after?.status).toBe('CANCELLED')
      expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    }
    const kept = (await balance(`order:${paid.id}:held`)) + (await balance(`seller:${market.seller.profileId}:pending`))
    expect(kept).toBe(2700)
  })

  it('can be sent again, and the order is REFUNDED when it succeeds', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    await refunded(delivered.id, 'refuse')
    await refunded(delivered.id, 'approve')
    expect(await orderRow(delivered.id)).toMatchObject({ status: 'REFUNDED', paymentStatus: 'REFUNDED' })
    expect(await balance(`order:${delivered.id}:held`)).toBe(0)
    expect(await balance('refunds:inFlight')).toBe(0)
  })
})

describe('the rider who delivered', () => {
  it('earns the share when an ADMIN refunds the order before it completes', async () => {
    const delivered = await deliveredOrder(await newMarket())
    const before = await balance('platform:delivery')
    await refunded(delivered.id, 'approve')
    // 80 % of 2.00; the whole fee went back to the buyer.
    expect(await balance(`rider:${delivered.rider.riderId}:available`)).toBe(160)
    expect(await balance('platform:delivery')).toBe(before - 160)
  })

  it('earns nothing twice when it is refunded after it completed', async () => {
    const market = await newMarket()
    const before = await balance('platform:delivery')
    const delivered = await deliveredOrder(market)
    await actOnOrder(market.buyer, delivered.id, 'confirm-receipt')
    await refunded(delivered.id, 'approve')
    expect(await balance(`rider:${delivered.rider.riderId}:available`)).toBe(160)
    expect(await balance('platform:delivery')).toBe(before - 160)
  })

  it('earns nothing while the refund has not succeeded, and nothing where nobody delivered', async () => {
    const delivered = await deliveredOrder(await newMarket())
    await refunded(delivered.id, 'refuse')
    expect(await balance(`rider:${delivered.rider.riderId}:available`)).toBe(0)
    const ready = await readyOrder(await newMarket())
    const before = await balance('platform:delivery')
    await refunded(ready.id, 'approve')
    expect(await balance('platform:delivery')).toBe(before)
  })
})
