import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { deliveredOrder, newMarket, orderRow, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { holdWhole } from '#testing/laws.ts'
import { availableOf, changesOf, escrowOf, ok, pendingOf, WHY } from '#testing/stories/books.ts'

// Rule: every state has a way out. Staff cancelled an order once it was delivered, and an ADMIN rejects its refund: the complaint was
// none, so seller and rider have their shares as by its completion. The order stays CANCELLED.

describe('a rejected refund of an order that staff cancelled once it was delivered', () => {
  it('pays its seller and its rider, once', async () => {
    const admin = await signUp('ADMIN')
    const market = await newMarket()
    const order = await deliveredOrder(market)
    ok(await call(admin, 'POST', `/orders/admin/${order.id}/cancel`, { reason: WHY }))
    const refund = await refundOf(order.id)
    const reject = () => call(admin, 'POST', `/refunds/${refund?.id}/reject`, { reason: WHY })
    const changes = await changesOf(async () => ok(await reject()))
    expect(changes).toMatchObject({ [escrowOf(order)]: -200, [pendingOf(market)]: -2500, [availableOf(market)]: 2500 })
    expect(ok(await call(order.rider, 'GET', '/wallet')).balances[0].available).toBe('1.60')
    expect((await reject()).status).toBe(409)
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED' })
    const checks = await holdWhole()
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  })
})
