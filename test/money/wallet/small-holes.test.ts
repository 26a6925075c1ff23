import { afterEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { freshPhone, payer, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder, postOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { clearFaults, refuse, setFault } from '#testing/sandbox.ts'
import { askedRefund, askRefund, changesOf, completedOrder, ok, refundByCode, refusal } from '#testing/stories/books.ts'
import { again, DAY, MINUTE, tickAt } from '#testing/stories/money.ts'

afterEach(() => clearFaults())

// 7.2.6, 7.8 and docs/money.md, Refunds: "a part goes back in whole units, rounded down", and one "that an operator without
// centimes would round to nothing" is 400.
it('a part of less than a unit of an operator without centimes is 400, not rounded up', async () => {
  const market = await newMarket({ price: '350.50' }, { currency: 'CDF' })
  const order = await paidOrder(market, { currency: 'CDF' })
  const asked = await askRefund(await signUp('ADMIN'), { orderId: order.id, amount: '0.40' })
  expect(asked.status).toBe(400)
})

// docs/states.md, Refund: AWAITING_CODE | ... or staff cancel the order | REQUESTED.
it('staff cancel ends the code of a refund of all', async () => {
  const order = await paidOrder(await newMarket())
  await askedRefund(await signUp('ADMIN'), { orderId: order.id })
  ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${order.id}/cancel`, { reason: 'Fraude' }))
  expect((await refundOf(order.id))?.status).toBe('REQUESTED')
})

// docs/states.md, Subscription: EXPIRED | a renewal is paid | ACTIVE.
it('an expired subscription can be renewed after another plan was tried and refused', async () => {
  const [small, large] = [await newPlan(monthly('5.00')), await newPlan(monthly('12.50'))]
  const before = await newSeller()
  await subscribeAndPay(before, small.id)
  const end = Date.parse((await subscriptionOf(before)).subscription.currentPeriodEnd)
  await tickAt(end + MINUTE)
  await tickAt(end + 8 * DAY)
  const seller = await again(before)
  expect((await subscriptionOf(seller)).subscription.status).toBe('EXPIRED')
  const phone = freshPhone()
  const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(large.id, phone))
  await refuse(phone)
  expect(
    (await call(seller, 'POST', `/subscriptions/payments/${data.depositId}/check-status`)).data.payment.status,
  ).toBe('FAILED')
  const renewed = await call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone()))
  expect(renewed.error).toBeUndefined()
})

// docs/money.md, Refunds and Expenses; states.md, Incident (403 for one's own order): nobody of the team decides about their own money.
it('an ADMIN does not decide that their own purchase was paid while another ADMIN is in office', async () => {
  const market = await newMarket()
  const admin = await signUp('ADMIN')
  await signUp('ADMIN')
  await setFault({ gateway: 'B', fault: 'silent', kind: 'payin' })
  const { data } = await postOrder({ ...market, buyer: admin })
  const payin = await first<{ id: string }>('SELECT payin_id AS id FROM payin_shares WHERE order_id = ?', data.id)
  const moved = await changesOf(async () => {
    const body = { outcome: 'succeeded', note: "J'ai payé" }
    expect((await decideByHand(admin, `/gatewayB/transactions/${payin?.id}/resolve`, body)).status).toBe(409)
  })
  expect(moved).toEqual({})
})

// A colleague decides about the refund of an ADMIN.
it('an ADMIN does not decide that their own refund arrived', async () => {
  const market = await newMarket()
  const [admin, colleague] = [await signUp('ADMIN'), await signUp('ADMIN')]
  const order = await paidOrder({ ...market, buyer: admin })
  const id = await refundByCode(colleague, { orderId: order.id, amount: '5.00' })
  const attempt = await first<{ id: string }>('SELECT id FROM gateway_transactions WHERE subject_id = ?', id)
  const body = { outcome: 'failed', note: 'Pas arrivé' }
  for (const path of [`/refunds/${id}/resolve`, `/gatewayB/transactions/${attempt?.id}/resolve`])
    expect(refusal(await call(admin, 'POST', path, body))).toEqual([409, 'CONFLICT'])
  expect(ok(await decideByHand(colleague, `/refunds/${id}/resolve`, body))).toMatchObject({ status: 'FAILED' })
})

// The incident says that money is held and is to be refunded; it was paid out when the order completed.
it('a refund given up of a completed order that staff cancelled opens no incident about money that is not held', async () => {
  const order = await completedOrder(await newMarket())
  const admin = await signUp('ADMIN')
  ok(await call(admin, 'POST', `/orders/admin/${order.id}/cancel`, { reason: 'Erreur' }))
  const { id } = (await refundOf(order.id)) ?? { id: '' }
  ok(await call(admin, 'POST', `/refunds/${id}/reject`, { reason: 'Pas dû' }))
  expect(await count('accounts WHERE code = ? AND balance_minor <> 0', `order:${order.id}:held`)).toBe(0)
  expect(await count("incidents WHERE ref = ? AND status = 'OPEN'", `held:${id}`)).toBe(0)
})
