import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person, together } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, orderRow } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { monthly, newPlan, subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, movementsOf, setFault, settleMovement } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/books.ts'
import { booksAgree, movementPath, waitingOrder } from '#testing/stories/decisions.ts'
import { movementRow, SECOND } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { asksFor } from '#testing/stories/subscriptions.ts'

// Rule 8.9.1: one question of a movement in 30 s is of the service's own asking and of check-status together; a verified callback always
// has one of its own at once, and a check-status within 10 s after the call was sent asks nothing and spends nothing.

clockGoesOn()
afterEach(() => clearFaults())

/** An order that waits on a phone; its buyer and finance may ask. */
async function waiting() {
  const [market, phone] = [await newMarket(), freshPhone()]
  const { id } = await waitingOrder(market, phone)
  const movement = (await movementsOf(phone))[0]?.id ?? ''
  const path = movementPath((await movementRow(id))?.id)
  const finance = await signUp('ACCOUNTANT')
  return {
    ...{ market, phone, id: id as string, buyer: market.buyer as Person },
    silently: () => settleMovement(movement, 'approve', ['silent']),
    approves: () => approve(phone),
    asks: async () => ok(await call(market.buyer, 'POST', `/orders/${id}/payment/check-status`)),
    financeAsks: async () => ok(await call(finance, 'POST', `${path}/check-status`)),
    paid: async () => (await orderRow(id))?.paymentStatus === 'PAID',
  }
}

describe('a check-status', () => {
  it('8.9.1 within 10 s after the call asks nothing and spends nothing', async () => {
    const of = await waiting()
    await of.silently()
    wait(5 * SECOND)
    await of.asks()
    await of.financeAsks()
    expect(await of.paid()).toBe(false)
    wait(6 * SECOND)
    await of.asks()
    expect(await of.paid()).toBe(true)
    await booksAgree()
  })

  it('8.9.1 asks once in 30 s, by whomever: buyer, finance, ten at once', async () => {
    const of = await waiting()
    wait(11 * SECOND)
    await of.asks()
    await of.silently()
    wait(10 * SECOND)
    await together(10, () => of.asks())
    await of.financeAsks()
    expect(await of.paid()).toBe(false)
    wait(21 * SECOND)
    await of.financeAsks()
    expect(await of.paid()).toBe(true)
    await booksAgree()
  })

  it("8.9.1 counts together with the service's own asking", async () => {
    const of = await waiting()
    await minuteCronAfter(31 * SECOND)
    await of.silently()
    wait(5 * SECOND)
    await of.asks()
    expect(await of.paid()).toBe(false)
    wait(26 * SECOND)
    await of.asks()
    expect(await of.paid()).toBe(true)
  })

  it('8.9.1 of a deposit is the same', async () => {
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const { seller, phone, depositId } = await asksFor((await newPlan(monthly('5.00'))).id)
    const asks = async () => ok(await call(seller, 'POST', `/subscriptions/payments/${depositId}/check-status`))
    await approve(phone)
    wait(5 * SECOND)
    await asks()
    expect(await subscriptionStatus(seller)).toBe('PENDING')
    wait(6 * SECOND)
    await asks()
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
  })
})

describe('a verified callback', () => {
  it('8.9.1 has a question of its own at once, right after a check-status', async () => {
    const of = await waiting()
    wait(11 * SECOND)
    await of.asks()
    wait(SECOND)
    await of.approves()
    expect(await of.paid()).toBe(true)
  })

  it("8.9.1 right after the service's own asking", async () => {
    const of = await waiting()
    await minuteCronAfter(31 * SECOND)
    wait(SECOND)
    await of.approves()
    expect(await of.paid()).toBe(true)
  })

  it('8.9.1 within 10 s after the call was sent', async () => {
    const of = await waiting()
    wait(2 * SECOND)
    await of.approves()
    expect(await of.paid()).toBe(true)
  })

  it('8.9.1 a second one for the same movement within 30 s too', async () => {
    const of = await waiting()
    const [movement] = await movementsOf(of.phone)
    wait(11 * SECOND)
    await settleMovement(movement?.id ?? '', 'approve', ['callbacksReordered', 'answeredTwice'])
    expect(await of.paid()).toBe(true)
    await booksAgree()
  })
})
