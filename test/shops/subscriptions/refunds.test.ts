import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import {
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  ok,
  outgoing,
  readRefund,
  rowsIn,
  WHY,
} from '#testing/stories/books.ts'
import { breaks, clockAt, SECOND } from '#testing/stories/money.ts'

// Rule: a refund goes back to the payer's number, a deposit of gateway A by a refund of gateway A. A subscription payment goes
// back whole; the subscription runs on, its invoice is VOID, the payment REFUNDED. Refused at once: 400 PAWAPAY_REFUND_REJECTED.
//
// Silent: what the orderId of such a refund is; whether naming the whole amount is allowed; whether the invoice is VOID when the
// refund is sent or when it has succeeded (tested once it has).

afterEach(() => clearFaults())

const payments = async (seller: Person) => ok(await call(seller, 'GET', '/subscriptions/me/payments')).payments
async function paidSubscription() {
  const seller = await newSeller()
  const plan = await newPlan(monthly('5.00'))
  const phone = freshPhone()
  ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone)))
  await approve(phone)
  const [payment] = await payments(seller)
  expect(payment.status).toBe('SUCCEEDED')
  return { seller, plan, phone, what: { subscriptionPaymentId: payment.id as string } }
}

describe('the payment of a subscription', () => {
  it('goes back whole through gateway A by the code, once for 50 confirms; the subscription runs on', async () => {
    const admin = await signUp('ADMIN')
    const { seller, phone, what } = await paidSubscription()
    const asked = await askedRefund(admin, what)
    const row = await readRefund(admin, asked.id)
    expect(row).toMatchObject({ status: 'AWAITING_CODE', amount: '5.00', currency: 'USD', kind: 'FULL', gateway: 'A' })
    const sent = await changesOf(async () => {
      const answers = await together(50, () => confirmRefund(admin, asked.pendingId, asked.code))
      expect(tally(answers)[201]).toBe(1)
    })
    expect(sent).toEqual({ 'platform:subscriptions': -500, 'refunds:inFlight': 500 })
    expect(await outgoing(phone)).toMatchObject([{ kind: 'refund', currency: 'USD' }])
    expect((await outgoing(phone)).map(({ amount }) => Number(amount))).toEqual([5])
    expect(await changesOf(() => ends(phone, 'approve'))).toEqual({
      'refunds:inFlight': -500,
      'gatewayA:clearing': 500,
    })
    expect((await readRefund(admin, asked.id)).status).toBe('SUCCEEDED')
    expect((await payments(seller))[0].status).toBe('REFUNDED')
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
    await letResend(admin)
    expect((await askRefund(admin, what)).status).toBe(409)
  })

  it('that went back has an invoice that is VOID', async () => {
    const admin = await signUp('ADMIN')
    const { seller, phone, what } = await paidSubscription()
    const asked = await askedRefund(admin, what)
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    await ends(phone, 'approve')
    expect(rowsIn(ok(await call(seller, 'GET', '/invoices/me')))).toMatchObject([{ status: 'VOID', total: '5.00' }])
  })

  it('never goes back in part', async () => {
    const admin = await signUp('ADMIN')
    const { phone, what } = await paidSubscription()
    const part = await askRefund(admin, { ...what, amount: '2.00' })
    expect([400, 409]).toContain(part.status)
    const more = await askRefund(admin, { ...what, amount: '5.01' })
    expect([400, 409]).toContain(more.status)
    expect(await outgoing(phone)).toEqual([])
  })

  it('that gateway A refuses to give back at once is 400, FAILED, and can be sent again', async () => {
    const admin = await signUp('ADMIN')
    const { seller, phone, what } = await paidSubscription()
    const asked = await askedRefund(admin, what)
    await breaks('A', 'refused', { kind: 'refund' })
    const changes = await changesOf(async () => {
      const { status, error } = await confirmRefund(admin, asked.pendingId, asked.code)
      expect([status, error?.code]).toEqual([400, 'PAWAPAY_REFUND_REJECTED'])
    })
    expect(changes).toEqual({})
    expect((await readRefund(admin, asked.id)).status).toBe('FAILED')
    expect((await payments(seller))[0].status).toBe('SUCCEEDED')
    await clearFaults()
    ok(await call(admin, 'POST', `/refunds/${asked.id}/retry`))
    await ends(phone, 'approve')
    expect((await readRefund(admin, asked.id)).status).toBe('SUCCEEDED')
  })

  it('that failed later is where it was, and its refund can be rejected for good', async () => {
    const admin = await signUp('ADMIN')
    const { seller, phone, what } = await paidSubscription()
    const changes = await changesOf(async () => {
      const asked = await askedRefund(admin, what)
      ok(await confirmRefund(admin, asked.pendingId, asked.code))
      await ends(phone, 'refuse')
      expect((await readRefund(admin, asked.id)).status).toBe('FAILED')
      ok(await call(admin, 'POST', `/refunds/${asked.id}/reject`, { reason: WHY }))
      expect((await readRefund(admin, asked.id)).status).toBe('REJECTED')
    })
    expect(changes).toEqual({})
    expect((await payments(seller))[0].status).toBe('SUCCEEDED')
  })

  it('is asked about at gateway A, and applied once', async () => {
    const admin = await signUp('ADMIN')
    const { phone, what } = await paidSubscription()
    const asked = await askedRefund(admin, what)
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    await ends(phone, 'approve', ['silent'])
    clockAt(Date.now() + 31 * SECOND)
    const changes = await changesOf(() => together(10, () => call(admin, 'POST', `/refunds/${asked.id}/check-status`)))
    expect(changes).toEqual({ 'refunds:inFlight': -500, 'gatewayA:clearing': 500 })
    expect((await readRefund(admin, asked.id)).status).toBe('SUCCEEDED')
  })

  it('that did not succeed cannot go back', async () => {
    const admin = await signUp('ADMIN')
    const seller = await newSeller()
    const plan = await newPlan(monthly('5.00'))
    ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, freshPhone())))
    const [payment] = await payments(seller)
    expect((await askRefund(admin, { subscriptionPaymentId: payment.id })).status).toBe(409)
  })
})
