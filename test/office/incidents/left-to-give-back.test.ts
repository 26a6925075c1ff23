import { describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { actOnOrder, deliveredOrder, newMarket, orderRow, paidOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { changesOf, completedOrder } from '#testing/stories/books.ts'
import { newDispute, refundsOf } from '#testing/stories/disputes.ts'
import { rate } from '#testing/stories/money.ts'
import { arrives, decide, incident, newIncident, ok, refundWhole } from '#testing/stories/office.ts'

// Rule: BUYER without refundAmount = all that is refundable; over the rest 409; an open refund 409; amounts in the decimals and
// the currency of the order; refunds of an order are never more than was paid, and one is open at a time.
//
// Silent: who wins of two who act at once (whoever was told so must have).

const OPEN = ['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED']
const amounts = async (orderId: string) =>
  (
    await all<{ status: string; amount: number }>(
      'SELECT status, amount_minor AS amount FROM refunds WHERE order_id = ? ORDER BY created_at, id',
      orderId,
    )
  ).map(({ status, amount }) => [status, amount])

describe('what is left to give back', () => {
  it('is less by what went back before: the second decision asks for the rest, and not for a cent more', async () => {
    const { market, order, id, support } = await newDispute(completedOrder)
    ok(await decide(support, id, 'SPLIT', { refundAmount: '5.00' }))
    await refundWhole(await signUp('ADMIN'), order.id)
    const again = await newIncident(market.buyer, { orderId: order.id })
    expect((await decide(support, again.id, 'SPLIT', { refundAmount: '22.01' })).status).toBe(409)
    ok(await decide(support, again.id, 'BUYER'))
    expect(await amounts(order.id)).toEqual([
      ['SUCCEEDED', 500],
      ['REQUESTED', 2200],
    ])
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
    await arrives(order.id)
    expect((await orderRow(order.id))?.paymentStatus).toMatch(/REFUNDED$/)
  })

  it('is asked for again after an ADMIN refused it', async () => {
    const { market, order, id, support } = await newDispute(deliveredOrder)
    ok(await decide(support, id, 'BUYER'))
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/refunds/${(await refundOf(order.id))?.id}/reject`, { reason: 'Pas justifié' }))
    const again = await newIncident(market.buyer, { orderId: order.id })
    ok(await decide(support, again.id, 'SPLIT', { refundAmount: '27.00' }))
    expect(await amounts(order.id)).toEqual([
      ['REJECTED', 2700],
      ['REQUESTED', 2700],
    ])
  })

  it('is in the currency of the order', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const market = await newMarket({ price: '2800.00' }, { currency: 'CDF' })
    const order = await paidOrder(market, { currency: 'CDF', network: 'airtel' })
    const { id } = await newIncident(market.buyer, { orderId: order.id })
    const support = await signUp('SUPPORT')
    expect((await decide(support, id, 'SPLIT', { refundAmount: '11200.01' })).status).toBe(409)
    const { resolution } = ok(await decide(support, id, 'SPLIT', { refundAmount: 1000 }))
    expect(resolution.refundAmount).toBe('1000.00')
    expect(await refundOf(order.id)).toMatchObject({ amountMinor: 100_000, currency: 'CDF', status: 'REQUESTED' })
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
    await arrives(order.id)
    expect(ok(await call(market.buyer, 'GET', `/orders/${order.id}`))).toMatchObject({
      refundedAmount: '1000.00',
      paymentStatus: 'PARTIALLY_REFUNDED',
    })
  })
})

describe('two who act at once', () => {
  it('leave one open refund: SUPPORT decides for the buyer while an ADMIN gives all of it back', async () => {
    const { order, id, support } = await newDispute()
    const admin = await signUp('ADMIN')
    const acts = await together(20, (i) =>
      i % 2 ? decide(support, id, 'BUYER') : call(admin, 'POST', `/orders/admin/${order.id}/refund`),
    )
    for (const { status } of acts) expect([200, 201, 409]).toContain(status)
    const open = (await amounts(order.id)).filter(([status]) => OPEN.includes(String(status)))
    expect(open).toHaveLength(1)
    expect(await refundsOf(order.id)).toBe(1)
  })

  it('lose nothing: the buyer confirms while the incident is decided', async () => {
    const { market, order, id, support } = await newDispute(deliveredOrder)
    const moved = await changesOf(async () => {
      const [confirmed, decided] = await Promise.all([
        actOnOrder(market.buyer, order.id, 'confirm-receipt'),
        decide(support, id, 'SPLIT', { refundAmount: '5.00' }),
      ])
      expect([200, 409]).toContain(confirmed?.status)
      expect([200, 409]).toContain(decided?.status)
      expect((await incident(support, id)).status).toBe(decided?.status === 200 ? 'RESOLVED' : 'OPEN')
      expect(await refundsOf(order.id)).toBe(decided?.status === 200 ? 1 : 0)
      expect((await orderRow(order.id))?.status).toBe(confirmed?.status === 200 ? 'COMPLETED' : 'DELIVERED')
    })
    expect(moved['refunds:inFlight']).toBeUndefined()
  })

  it('decide two incidents once each', async () => {
    const [first, second] = [await newDispute(), await newDispute()]
    const agents: Person[] = [first.support, second.support]
    const answers = await together(20, (i) => decide(agents[i % 2] as Person, i < 10 ? first.id : second.id, 'SELLER'))
    expect(tally(answers)).toEqual({ 200: 2, 409: 18 })
    for (const { order } of [first, second]) expect(await refundsOf(order.id)).toBe(0)
  })
})
