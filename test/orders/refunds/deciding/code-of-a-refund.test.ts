import { afterEach, describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { clearFaults, inbox } from '#testing/sandbox.ts'
import {
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  escrowOf,
  GONE,
  ok,
  outgoing,
  readRefund,
  refusal,
  withCode,
} from '#testing/stories/books.ts'
import { MINUTE, tickAt } from '#testing/stories/money.ts'

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
const REFUSED = [401, 404, 409, 410, 429]

describe('the code', () => {
  it('sends the refund, once: 50 confirms at once are one refund', async () => {
    const admin = await signUp('ADMIN')
    const { id, order, phone } = await paid()
    const asked = await askedRefund(admin, { orderId: id, amount: '5.00' })
    const changes = await changesOf(async () => {
      const answers = await together(50, () => confirmRefund(admin, asked.pendingId, asked.code))
      expect(tally(answers)[201]).toBe(1)
      for (const { status } of answers) expect([201, ...REFUSED]).toContain(status)
      expect(answers.find(({ status }) => status === 201)?.data).toMatchObject({ id: asked.id, amount: '5.00' })
    })
    expect(changes).toEqual({ [escrowOf(order)]: -500, 'refunds:inFlight': 500 })
    expect(await outgoing(phone)).toMatchObject([{ amount: '5', currency: 'USD' }])
    await ends(phone, 'approve')
    expect(REFUSED).toContain((await confirmRefund(admin, asked.pendingId, asked.code)).status)
    expect(await outgoing(phone)).toHaveLength(1)
  })

  it('with the same Idempotency-Key is answered again, and sends nothing more', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await paid()
    const { pendingId, code } = await askedRefund(admin, { orderId: id })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const [one, two] = [
      await confirmRefund(admin, pendingId, code, key),
      await confirmRefund(admin, pendingId, code, key),
    ]
    expect([one.status, two.status, two.headers.get('Idempotent-Replayed')]).toEqual([201, 201, 'true'])
    expect(two.data).toEqual(one.data)
    expect(await outgoing(phone)).toHaveLength(1)
  })

  it('that is wrong is 401 with its reason; after five the right one is dead, and the refund is REQUESTED again', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await paid()
    const { pendingId, code } = await askedRefund(admin, { orderId: id })
    expect(refusal(await confirmRefund(admin, pendingId, otherCode(code)))).toEqual([401, 'INVALID_VERIFICATION_CODE'])
    for (let tries = 0; tries < 4; tries++) await confirmRefund(admin, pendingId, otherCode(code))
    expect(REFUSED).toContain((await confirmRefund(admin, pendingId, code)).status)
    await tickAt(Date.now() + 11 * MINUTE)
    expect((await readRefund(admin, pendingId)).status).toBe('REQUESTED')
    expect(await outgoing(phone)).toEqual([])
  })

  it('is dead after ten minutes: the refund is REQUESTED, and can be asked for again under the same id', async () => {
    const admin = await signUp('ADMIN')
    const { id, order, phone } = await paid()
    const { pendingId, code } = await askedRefund(admin, { orderId: id, amount: '3.00' })
    const expired = await changesOf(async () => {
      await tickAt(Date.now() + 11 * MINUTE)
      expect([409, 410]).toContain((await confirmRefund(admin, pendingId, code)).status)
    })
    expect(expired).toEqual({})
    expect((await readRefund(admin, pendingId)).status).toBe('REQUESTED')
    const again = await askedRefund(admin, { orderId: id, amount: '4.00' })
    expect(again.id).toBe(pendingId)
    const sent = await changesOf(async () => ok(await confirmRefund(admin, again.pendingId, again.code)))
    expect(sent).toEqual({ [escrowOf(order)]: -400, 'refunds:inFlight': 400 })
    expect(await outgoing(phone)).toMatchObject([{ amount: '4' }])
  })

  it('dies when the refund is asked for again: the same row, with the new amount', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await paid()
    const first = await askedRefund(admin, { orderId: id, amount: '5.00' })
    expect((await askRefund(admin, { orderId: id, amount: '6.00' })).status).toBe(429)
    const second = await askedRefund(admin, { orderId: id, amount: '7.00' })
    expect(second.id).toBe(first.id)
    expect(await readRefund(admin, first.id)).toMatchObject({ status: 'AWAITING_CODE', amount: '7.00' })
    if (first.code !== second.code) expect((await confirmRefund(admin, first.id, first.code)).status).toBe(401)
    ok(await confirmRefund(admin, second.id, second.code))
    expect(await outgoing(phone)).toMatchObject([{ amount: '7' }])
  })

  it('comes again after 60 seconds, to the ADMIN who asked: another ADMIN’s pendingId is 404', async () => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const { id, phone } = await paid()
    const { pendingId, code } = await askedRefund(admin, { orderId: id })
    const resend = (as = admin) => call(as, 'POST', '/refunds/resend-code', { pendingId })
    expect((await resend()).status).toBe(429)
    expect(refusal(await resend(other))).toEqual(GONE)
    expect(refusal(await confirmRefund(other, pendingId, code))).toEqual(GONE)
    expect(await inbox(other.email)).toEqual([])
    await letResend(admin)
    const again = await withCode(admin, () => resend())
    if (again.code !== code)
      expect(refusal(await confirmRefund(admin, pendingId, code))).toEqual([401, 'INVALID_VERIFICATION_CODE'])
    expect((await confirmRefund(admin, pendingId, again.code)).status).toBe(201)
    expect(await outgoing(phone)).toHaveLength(1)
  })
})
