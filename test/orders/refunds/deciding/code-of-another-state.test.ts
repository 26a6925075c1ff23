import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, readyOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { approve } from '#testing/sandbox.ts'
import {
  acceptedOrder,
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ok,
  refundByCode,
} from '#testing/stories/books.ts'

// An approval approves what it was asked for: an order that moved since is asked about anew.

const resend = (as: Person, pendingId: string) => call(as, 'POST', '/refunds/resend-code', { pendingId })

describe('the code of a refund', () => {
  it('approves nothing once the order has moved, and a new one does', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await acceptedOrder(market)
    const { pendingId, code } = await askedRefund(admin, { orderId: id })
    ok(await actOnOrder(market.seller, id, 'ready'))
    const moved = await changesOf(async () => {
      const answer = await confirmRefund(admin, pendingId, code)
      expect([answer.status, answer.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
      expect(answer.error?.message).toContain('a changé depuis')
    })
    expect(moved).toEqual({})
    await letResend(admin)
    expect((await resend(admin, pendingId)).status).toBe(409)
    await refundByCode(admin, { orderId: id })
    expect((await refundOf(id))?.status).toBe('PROCESSING')
  })

  it('approves where nothing moved, also by a code that was sent again', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await readyOrder(market)
    const { pendingId } = await askedRefund(admin, { orderId: id })
    await letResend(admin)
    expect((await resend(admin, pendingId)).status).toBe(200)
    expect((await refundOf(id))?.status).toBe('AWAITING_CODE')
  })
})

describe('the refund of a payment of one’s own subscription', () => {
  const DAY = 86_400_000
  async function ownPayment() {
    const [seller, plan, phone] = [await newSeller(), await newPlan(monthly('5.00')), freshPhone()]
    ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone)))
    await approve(phone)
    const [payment] = (await call(seller, 'GET', '/subscriptions/me/payments')).data.payments
    await run("UPDATE users SET role = 'ADMIN' WHERE id = ?", seller.id)
    return { seller, payment: payment.id as string }
  }

  it('is another ADMIN’s to ask for', async () => {
    const { seller, payment } = await ownPayment()
    await signUp('ADMIN')
    const asked = await askRefund(seller, { subscriptionPaymentId: payment })
    expect([asked.status, asked.error?.message]).toEqual([
      409,
      'Ce paiement est le vôtre : un autre administrateur doit le rembourser.',
    ])
    expect(await count('refunds WHERE order_id = ?', payment)).toBe(0)
    await refundByCode(await signUp('ADMIN'), { subscriptionPaymentId: payment })
  })

  it('is neither sent again nor approved by them', async () => {
    const { seller, payment } = await ownPayment()
    const blocked = Date.now() - 8 * DAY
    await run("UPDATE users SET blocked_at = ? WHERE role = 'ADMIN' AND id <> ?", blocked, seller.id)
    const { pendingId, code } = await askedRefund(seller, { subscriptionPaymentId: payment })
    await run("UPDATE users SET blocked_at = NULL WHERE role = 'ADMIN'")
    expect((await confirmRefund(seller, pendingId, code)).status).toBe(409)
    await run("UPDATE refunds SET status = 'FAILED' WHERE id = ?", pendingId)
    await run("UPDATE refund_requests SET ended_by = 'APPROVED', ended_at = 1 WHERE refund_id = ?", pendingId)
    expect((await call(seller, 'POST', `/refunds/${pendingId}/retry`, {})).status).toBe(409)
    expect(await count('gateway_transactions WHERE subject_id = ?', pendingId)).toBe(0)
    // No refund fails without an incident.
    await run("UPDATE refunds SET status = 'REJECTED' WHERE id = ?", pendingId)
  })
})
