import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshPhone, payer, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, orderRow, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { clearFaults, movementsOf } from '#testing/sandbox.ts'
import { again, breaks, DAY, HOUR, MINUTE, movementRow, SECOND, tickAt, ticks } from '#testing/stories/money.ts'

// Rule: only the act that creates a charge, or the sweep while what it is for still waits for its payment, sends it. An
// expiry, a read or a check-status never does: what was not sent by then ends as failed.

let plan: { id: string }
beforeAll(async () => {
  plan = await newPlan(monthly('5.00'))
})
afterEach(() => clearFaults())

/** An order whose charge gateway B would not even take: nothing was sent to the phone. */
async function unsentOrder() {
  const market = await newMarket()
  const phone = freshPhone()
  const began = Date.now()
  await breaks('B', 'unauthorized')
  const placed = await postOrder(market, { payerPhoneNumber: phone })
  expect(placed.status, JSON.stringify(placed.error)).toBe(201)
  expect(await movementsOf(phone)).toEqual([])
  return { market, phone, began, id: placed.data.id as string }
}

describe('the charge of an order that could not be sent', () => {
  it('is sent by the sweep while the order waits for its payment, once', async () => {
    const { phone, began } = await unsentOrder()
    await clearFaults()
    await ticks(began, [31 * SECOND, 2 * MINUTE, 5 * MINUTE, 11 * MINUTE])
    expect(await movementsOf(phone)).toMatchObject([{ kind: 'payin', amount: '27' }])
  })

  it('is not sent by the expiry of the order, nor ever after, and has failed', async () => {
    const { phone, began, id } = await unsentOrder()
    // Asked at 30 s, 2 min and 10 min; the next question would be hourly, so the tick of minute 16 only expires.
    await ticks(began, [31 * SECOND, 3 * MINUTE, 14 * MINUTE])
    await clearFaults()
    await tickAt(began + 16 * MINUTE)
    expect((await orderRow(id))?.status).toBe('CANCELLED')
    await ticks(began, [17 * MINUTE, HOUR + 20 * MINUTE, 3 * HOUR, DAY, 3 * DAY, 8 * DAY])
    expect(await movementsOf(phone)).toEqual([])
    expect((await movementRow(id))?.status).toBe('failed')
  })

  it('is not sent when staff cancelled the order, by the sweep of the next days', async () => {
    const { phone, began, id } = await unsentOrder()
    expect((await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/cancel`, {})).status).toBe(200)
    await clearFaults()
    await ticks(began, [31 * SECOND, 2 * MINUTE, 12 * MINUTE, 70 * MINUTE, 3 * HOUR, DAY, 3 * DAY])
    expect(await movementsOf(phone)).toEqual([])
    expect((await movementRow(id))?.status).toBe('failed')
  })

  it('is not sent by a check-status of its buyer, neither before nor after the order is over', async () => {
    const { market, phone, began, id } = await unsentOrder()
    await clearFaults()
    expect((await actOnOrder(market.buyer, id, 'payment/check-status')).status).toBe(200)
    expect(await movementsOf(phone)).toEqual([])
    await breaks('B', 'unauthorized')
    await ticks(began, [31 * SECOND, 3 * MINUTE, 14 * MINUTE, 16 * MINUTE])
    await clearFaults()
    expect((await orderRow(id))?.status).toBe('CANCELLED')
    const buyer = await again(market.buyer)
    const { data } = await actOnOrder(buyer, id, 'payment/check-status')
    expect(data.payin.status).toBe('failed')
    expect((await call(buyer, 'GET', `/orders/${id}`)).data.status).toBe('CANCELLED')
    expect(await movementsOf(phone)).toEqual([])
  })

  it('is not sent after the buyer gave the order up', async () => {
    const { market, phone, began, id } = await unsentOrder()
    await clearFaults()
    // Nothing is in flight: no phone was asked.
    const given = await actOnOrder(market.buyer, id, 'cancel', {})
    await ticks(began, [31 * SECOND, 3 * MINUTE, 12 * MINUTE, 70 * MINUTE, DAY])
    const sent = await movementsOf(phone)
    if (given.status === 200) expect(sent).toEqual([])
    else expect(given.error?.reason).toBe('PAYMENT_IN_PROGRESS')
    expect(sent.length).toBeLessThanOrEqual(1)
  })
})

describe('the deposit of a subscription that could not be sent', () => {
  /** A deposit that gateway A would not even take. */
  const unsent = async () => {
    const seller = await newSeller()
    const phone = freshPhone()
    const began = Date.now()
    await breaks('A', 'unauthorized')
    const { data, error } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    expect(error).toBeUndefined()
    expect(await movementsOf(phone)).toEqual([])
    return { seller, phone, began, depositId: data.depositId as string }
  }

  it('is not sent by the expiry of its payment, nor ever after', async () => {
    const { seller, phone, began, depositId } = await unsent()
    await ticks(began, [31 * SECOND, 3 * MINUTE, 13 * MINUTE, 29 * MINUTE])
    await clearFaults()
    await ticks(began, [31 * MINUTE, 32 * MINUTE, 2 * HOUR, DAY, 3 * DAY])
    expect(await movementsOf(phone)).toEqual([])
    const later = await again(seller)
    const { data } = await call(later, 'POST', `/subscriptions/payments/${depositId}/check-status`)
    expect(['FAILED', 'EXPIRED']).toContain(data.payment.status)
    expect(await movementsOf(phone)).toEqual([])
  })

  it('is not sent by a check-status of its seller', async () => {
    const { seller, phone, depositId } = await unsent()
    await clearFaults()
    await call(seller, 'POST', `/subscriptions/payments/${depositId}/check-status`)
    expect(await movementsOf(phone)).toEqual([])
  })

  it('of a renewal is not sent after half an hour: the seller is charged for nothing', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const before = await subscriptionOf(seller)
    const phone = freshPhone()
    const began = Date.now()
    await breaks('A', 'forbidden')
    expect((await call(seller, 'POST', '/subscriptions/me/renew', payer(phone))).status).toBe(201)
    await ticks(began, [31 * SECOND, 3 * MINUTE, 13 * MINUTE, 29 * MINUTE])
    await clearFaults()
    await ticks(began, [31 * MINUTE, 2 * HOUR, DAY])
    expect(await movementsOf(phone)).toEqual([])
    const after = await subscriptionOf(await again(seller))
    expect(after.subscription.currentPeriodEnd).toBe(before.subscription.currentPeriodEnd)
  })
})
