import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import worker from '../../../src/index.ts'
import { call, freshPhone } from '../../api.ts'
import { approve, settleMovement } from '../../sandbox.ts'
import {
  balance,
  deliveredOrder,
  newMarket,
  order,
  paidOrder,
  readyOrder,
  refundOf,
  sentRefund,
  stockOf,
} from './market.ts'

/** The clock goes on and the cron ticks, as often as told, at the same moment. */
async function tickAfter(ms: number, times = 1): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  await Promise.all(
    Array.from({ length: times }, async () => {
      const execution = createExecutionContext()
      worker.scheduled(createScheduledController({ scheduledTime: Date.now(), cron: '* * * * *' }), env, execution)
      await waitOnExecutionContext(execution)
    }),
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const statusOf = async (id: string) =>
  (await env.DB.prepare('SELECT status FROM orders WHERE id = ?').bind(id).first<{ status: string }>())?.status

describe('when nobody answers', () => {
  it('an unpaid order lets its stock go after 15 minutes, and a late payin finds it again', async () => {
    const market = await newMarket()
    const payerPhoneNumber = freshPhone()
    const placed = await order(market, { payerPhoneNumber })
    await tickAfter(14 * MINUTE)
    expect(await statusOf(placed.data.id)).toBe('PENDING_PAYMENT')
    await tickAfter(2 * MINUTE)
    expect(await statusOf(placed.data.id)).toBe('CANCELLED')
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    await approve(payerPhoneNumber)
    expect(await statusOf(placed.data.id)).toBe('PENDING_SELLER_REVIEW')
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
  })

  it('a late payin is given back in full when the stock is gone', async () => {
    const market = await newMarket({ stock: 2 })
    const payerPhoneNumber = freshPhone()
    const placed = await order(market, { payerPhoneNumber })
    await tickAfter(16 * MINUTE)
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
    await approve(payerPhoneNumber)
    expect(await statusOf(placed.data.id)).toBe('CANCELLED')
    await tickAfter(MINUTE)
    await settleMovement((await sentRefund(placed.data.id)).id, 'approve')
    expect(await refundOf(placed.data.id)).toMatchObject({ status: 'SUCCEEDED', amountMinor: 2700 })
  })

  it('a paid order is refused with a refund after a day of silence', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    await tickAfter(25 * HOUR, 2)
    expect(await statusOf(paid.id)).toBe('REJECTED')
    expect(await refundOf(paid.id)).toMatchObject({ status: 'PROCESSING' })
  })

  it('an accepted order that does not move is cancelled after 72 hours', async () => {
    const market = await newMarket()
    const ready = await readyOrder(market)
    await tickAfter(73 * HOUR, 2)
    expect(await statusOf(ready.id)).toBe('CANCELLED')
    expect(await refundOf(ready.id)).toMatchObject({ status: 'PROCESSING' })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('a delivered order completes once after 48 hours, also when ticks were missed or run twice', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    await tickAfter(47 * HOUR)
    expect(await statusOf(delivered.id)).toBe('DELIVERED')
    await tickAfter(9 * HOUR, 3)
    expect(await statusOf(delivered.id)).toBe('COMPLETED')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
  })

  it('an open incident stops the clock, and its end starts it at the next tick', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const incident = crypto.randomUUID()
    await env.DB.prepare(
      `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, status, created_at) VALUES (?, 'ORDER', 'LOW', 't', 'd', ?, ?, 'OPEN', 1)`,
    )
      .bind(incident, delivered.id, incident)
      .run()
    await tickAfter(60 * HOUR)
    expect(await statusOf(delivered.id)).toBe('DELIVERED')
    await env.DB.prepare(`UPDATE incidents SET status = 'RESOLVED' WHERE id = ?`).bind(incident).run()
    await tickAfter(MINUTE)
    expect(await statusOf(delivered.id)).toBe('COMPLETED')
  })
})
