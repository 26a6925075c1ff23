import { afterEach, describe, expect, it } from 'vitest'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { clearFaults } from '#testing/sandbox.ts'
import {
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  expectOnly,
  faults,
  GONE,
  ok,
  outgoing,
  readRefund,
  refusal,
  UNKNOWN,
  WHY,
} from '#testing/stories/books.ts'

// Rule: POST /refunds/request-approval, then /refunds/confirm with the code that was mailed: hashed, 10 minutes, five tries
// counted before they are compared, one live per person and purpose, again after 60 s, bound to the exact amount and target.
// `id`, `refundId` and `pendingId` are one id. A dead code sends the refund back to REQUESTED.
//
// Silent: whether a second confirm of a code that was used is 401, 404, 409 or 410; what the answer of the request says beside
// the two ids; which of 409 and 410 a code that died of age is; whether resend-code answers more than an object.

afterEach(() => clearFaults())
const paid = async () => {
  const order = await paidOrder(await newMarket())
  return { order, id: order.id as string, phone: order.payerPhoneNumber as string }
}
const _REFUSED = [401, 404, 409, 410, 429]

describe('asking for a refund', () => {
  it('makes a row that waits for its code, under one id, and moves nothing yet', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await paid()
    expect(
      await changesOf(async () => {
        const asked = await askedRefund(admin, { orderId: id, amount: '5.00' })
        expect(asked.pendingId).toBe(asked.id)
        expect(asked.code).toMatch(/^\d{6}$/)
        const refund = await readRefund(admin, asked.id)
        expect(refund).toMatchObject({ id: asked.id, refundId: asked.id, orderId: id, status: 'AWAITING_CODE' })
        expect(refund).toMatchObject({ amount: '5.00', currency: 'USD', kind: 'PARTIAL', reason: WHY, gateway: 'B' })
        expect(refund.phoneNumber).not.toBe(phone)
        expect(refund).toMatchObject({ failureReason: null, completedAt: null })
      }),
    ).toEqual({})
    expect(await outgoing(phone)).toEqual([])
  })

  it('without an amount means what remains', async () => {
    const admin = await signUp('ADMIN')
    const asked = await askedRefund(admin, { orderId: (await paid()).id })
    expect(await readRefund(admin, asked.id)).toMatchObject({ amount: '27.00', kind: 'FULL' })
  })

  it('takes a number or text, and refuses zero, less, decimals that no coin has and what is no amount', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await paid()
    for (const amount of [0, '0.00', -1, '5.001', '1e1', 'NaN', 'beaucoup'])
      expect(faults(await askRefund(admin, { orderId: id, amount })), String(amount)).toEqual(['amount'])
    expect((await askRefund(admin, { orderId: id, amount: 5 })).status).toBe(201)
  })

  it('names an order or a payment of a subscription, never both and never neither, and says why', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await paid()
    expect((await askRefund(admin, {})).status).toBe(400)
    expect((await askRefund(admin, { orderId: id, subscriptionPaymentId: UNKNOWN })).status).toBe(400)
    expect((await askRefund(admin, { orderId: id, reason: '' })).status).toBe(400)
    expect((await askRefund(admin, { orderId: id, phoneNumber: '243810000123' })).status).toBe(400)
    for (const what of [{ orderId: UNKNOWN }, { orderId: 'pas-un-id' }, { subscriptionPaymentId: UNKNOWN }])
      expect(refusal(await askRefund(admin, what)), JSON.stringify(what)).toEqual(GONE)
  })

  it('is refused where nothing was paid, where more is asked than was paid, and while one is on its way', async () => {
    const admin = await signUp('ADMIN')
    const market = await newMarket()
    const unpaid = ok(await postOrder(market))
    expect((await askRefund(admin, { orderId: unpaid.id })).status).toBe(409)
    const { id, phone } = await paid()
    expect((await askRefund(admin, { orderId: id, amount: '27.01' })).status).toBe(409)
    const asked = await askedRefund(admin, { orderId: id, amount: '27.00' })
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    await letResend(admin)
    expect((await askRefund(admin, { orderId: id })).status).toBe(409)
    await ends(phone, 'approve')
    expect((await askRefund(admin, { orderId: id })).status).toBe(409)
  })

  it('is for an ADMIN only', async () => {
    const id = UNKNOWN
    await expectOnly(
      ['ADMIN'],
      ['POST', '/refunds/request-approval', { orderId: id, reason: WHY }],
      ['POST', '/refunds/resend-code', { pendingId: id }],
      ['POST', '/refunds/confirm', { pendingId: id, code: '123456' }],
      ['POST', `/refunds/${id}/check-status`],
      ['POST', `/refunds/${id}/retry`],
      ['POST', `/refunds/${id}/reject`, { reason: WHY }],
      ['POST', `/refunds/${id}/resolve`, { outcome: 'failed', note: WHY }],
    )
  })
})
