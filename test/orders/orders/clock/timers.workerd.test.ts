import { describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { letAsk, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  deliveredOrder,
  newMarket,
  orderRow,
  paidOrder,
  postOrder,
  readyOrder,
  refundOf,
  sentRefund,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { approve, settleMovement } from '#testing/sandbox.ts'

const statusOf = async (id: string) => (await orderRow(id))?.status

describe('when nobody answers', () => {
  it('an unpaid order lets its stock go after 15 minutes, and a late payin finds it again', async () => {
    const market = await newMarket()
    const payerPhoneNumber = freshPhone()
    const placed = await postOrder(market, { payerPhoneNumber })
    await minuteCronAfter(14 * MINUTE_MS)
    expect(await statusOf(placed.data.id)).toBe('PENDING_PAYMENT')
    await minuteCronAfter(2 * MINUTE_MS)
    expect(await statusOf(placed.data.id)).toBe('CANCELLED')
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    await letAsk()
    await approve(payerPhoneNumber)
    expect(await statusOf(placed.data.id)).toBe('PENDING_SELLER_REVIEW')
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
  })

  it('a late payin is given back in full when the stock is gone', async () => {
    const market = await newMarket({ stock: 2 })
    const payerPhoneNumber = freshPhone()
    const placed = await postOrder(market, { payerPhoneNumber })
    await minuteCronAfter(16 * MINUTE_MS)
    const out = await call(market.seller, 'POST', `/products/variants/${market.variantId}/stock`, {
      type: 'DAMAGE',
      amount: -1,
    })
    // The clock moved past the token's quarter of an hour.
    expect(out.status).toBe(401)
    vi.useRealTimers()
    expect(
      (
        await call(market.seller, 'POST', `/products/variants/${market.variantId}/stock`, {
          type: 'DAMAGE',
          amount: -1,
        })
      ).status,
    ).toBe(200)
    await letAsk()
    await approve(payerPhoneNumber)
    expect(await statusOf(placed.data.id)).toBe('CANCELLED')
    await minuteCronAfter(MINUTE_MS)
    await settleMovement((await sentRefund(placed.data.id)).id, 'approve')
    expect(await refundOf(placed.data.id)).toMatchObject({ status: 'SUCCEEDED', amountMinor: 2700 })
  })

  it('a paid order is refused with a refund after a day of silence', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    await minuteCronAfter(25 * HOUR_MS, 2)
    expect(await statusOf(paid.id)).toBe('REJECTED')
    expect(await refundOf(paid.id)).toMatchObject({ status: 'PROCESSING' })
  })

  it('an accepted order that does not move is cancelled after 72 hours', async () => {
    const market = await newMarket()
    const ready = await readyOrder(market)
    await minuteCronAfter(73 * HOUR_MS, 2)
    expect(await statusOf(ready.id)).toBe('CANCELLED')
    expect(await refundOf(ready.id)).toMatchObject({ status: 'PROCESSING' })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('a delivered order completes once after 48 hours, also when ticks were missed or run twice', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    await minuteCronAfter(47 * HOUR_MS)
    expect(await statusOf(delivered.id)).toBe('DELIVERED')
    await minuteCronAfter(9 * HOUR_MS, 3)
    expect(await statusOf(delivered.id)).toBe('COMPLETED')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
  })

  it('an open incident of its buyer stops the clock, and its end starts it at the next tick', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const incident = crypto.randomUUID()
    await run(
      `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, status, created_at, opened_by) VALUES (?, 'ORDER', 'LOW', 't', 'd', ?, ?, 'OPEN', 1, ?)`,
      incident,
      delivered.id,
      incident,
      market.buyer.id,
    )
    await minuteCronAfter(60 * HOUR_MS)
    expect(await statusOf(delivered.id)).toBe('DELIVERED')
    await run(`UPDATE incidents SET status = 'RESOLVED' WHERE id = ?`, incident)
    await minuteCronAfter(MINUTE_MS)
    expect(await statusOf(delivered.id)).toBe('COMPLETED')
  })
})
