import { afterEach, describe, expect, it } from 'vitest'
import { call } from '../api.ts'
import { first } from '../fixtures/database.ts'
import { freshPhone, subscriptionBody } from '../fixtures/inputs.ts'
import { signUp } from '../fixtures/people.ts'
import { newSeller } from '../fixtures/shops.ts'
import { monthly, newPlan } from '../fixtures/subscriptions.ts'
import { approve, clearFaults } from '../sandbox.ts'
import { askedRefund, booked, confirmRefund, ends, ok, readRefund } from './books.ts'

// Rule: an operator takes the deposit of a subscription back while its refund is on its way. Should the refund then fail, its money
// comes to our cash, which paid for the reversal, and the refund is over: nothing waits for ever.

afterEach(() => clearFaults())

describe('a deposit that is taken back while its refund is on its way', () => {
  it('ends a refund that then fails, and its money comes to our cash', async () => {
    const admin = await signUp('ADMIN')
    const seller = await newSeller()
    const plan = await newPlan(monthly('5.00'))
    const phone = freshPhone()
    ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone)))
    await approve(phone)
    const [payment] = ok(await call(seller, 'GET', '/subscriptions/me/payments')).payments
    const deposit = await first<{ id: string }>(
      `SELECT id FROM gateway_transactions WHERE subject_id = ? AND purpose = 'SUBSCRIPTION'`,
      payment.id,
    )
    const asked = await askedRefund(admin, { subscriptionPaymentId: payment.id })
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    const reversed = { outcome: 'reversed', note: 'Repris' }
    ok(await call(admin, 'POST', `/gatewayB/transactions/${deposit?.id}/resolve`, reversed))
    const changes = await booked(() => ends(phone, 'refuse'))
    expect(changes).toEqual({ 'refunds:inFlight': -500, 'platform:cash': 500 })
    expect((await readRefund(admin, asked.id)).status).toBe('SUCCEEDED')
    const { checks } = ok(await call(admin, 'POST', '/ledger/checks/run'))
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  })
})
