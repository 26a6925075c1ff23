import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newMarket, paidOrder, sentRefund } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutBody, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { refuse, until } from '#testing/sandbox.ts'
import { earningSeller, ends, withdrawByCode } from '#testing/stories/books.ts'
import { approveExpense, newExpense, rejectExpense } from '#testing/stories/expenses.ts'
import { DAY } from '#testing/stories/money.ts'
import { amountOf, arrives, dayOf, expectAddsUp, ok, rejectOrder, report, sumOf } from '#testing/stories/office.ts'
import { asksFor, pays } from '#testing/stories/subscriptions.ts'

fromNoon()

// Rule: refunds SUCCEEDED; payouts COMPLETED (of both gateways); expenses APPROVED by incurredAt; subscriptions by paidAt.
//
// Silent: what the amount of a row is called (amount, total, gross); by what rows are grouped beside time and currency; whether
// a subscription payment that went back is subtracted.

type Name = 'refunds' | 'payouts' | 'expenses' | 'subscriptions'
let finance: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
})
/** Total of a day in a report, in minor units. */
async function total(name: Name, currency = 'USD', day = dayOf(Date.now())) {
  const found = await report(finance, name, `from=${day}&to=${day}`)
  expectAddsUp(found, name)
  expect(sumOf(found.rows, currency, amountOf)).toBe(sumOf(found.totals, currency, amountOf))
  return sumOf(found.totals, currency, amountOf)
}
/** By how much it changes while this runs. */
async function change(name: Name, act: () => Promise<unknown>, currency?: string) {
  const before = await total(name, currency)
  await act()
  return (await total(name, currency)) - before
}

describe('the report of refunds', () => {
  it('counts money when it has arrived with the buyer, not while it is on its way', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const sent = async () => {
      await rejectOrder(market.seller, id)
      await sentRefund(id)
    }
    expect(await change('refunds', sent)).toBe(0)
    expect(await change('refunds', () => arrives(id))).toBe(2700)
  })

  it('counts none that only waits for an ADMIN', async () => {
    const { id } = await paidOrder(await newMarket())
    const cancel = async () =>
      ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Doublon' }))
    expect(await change('refunds', cancel)).toBe(0)
  })
})

describe('the report of payouts', () => {
  it('counts a withdrawal when it is with the seller, and none that failed', async () => {
    const { seller, phone } = await earningSeller()
    expect(await change('payouts', async () => ok(await withdrawByCode(seller, '10.00')))).toBe(0)
    expect(await change('payouts', () => ends(phone, 'approve'))).toBe(1000)
    const failed = async () => {
      ok(await withdrawByCode(seller, '5.00'))
      await ends(phone, 'refuse')
    }
    expect(await change('payouts', failed)).toBe(0)
  })

  it('counts what an ADMIN paid out', async () => {
    const admin = await signUp('ADMIN')
    const paid = async () => {
      const { pendingId, code, phone } = await pendingPayout(admin, payoutBody())
      const { payoutId, id } = ok(await confirmPayout(admin, pendingId, code))
      await ends(phone, 'approve')
      const read = async () => ok(await call(finance, 'GET', `/gatewayA/payouts/${payoutId ?? id}`))
      await until(
        async () => (await read()).internalStatus === 'COMPLETED' || (await read()).status === 'COMPLETED',
        'the payout',
      )
    }
    expect(await change('payouts', paid)).toBe(2050)
  })
})

describe('the report of expenses', () => {
  it('counts what was approved, on the day it was incurred', async () => {
    const day = dayOf(Date.now() - 3 * DAY)
    const recorded = await newExpense(finance, { amount: '40.25', incurredAt: day })
    const refused = await newExpense(finance, { amount: '7.00', incurredAt: day })
    const francs = await newExpense(finance, { amount: '5000', currency: 'CDF', incurredAt: day })
    ok(await rejectExpense(await signUp('ADMIN'), refused.id))
    expect(await total('expenses', 'USD', day)).toBe(0)
    const today = await total('expenses')
    await approveExpense(recorded.id)
    await approveExpense(francs.id)
    expect(await total('expenses', 'USD', day)).toBe(4025)
    expect(await total('expenses', 'CDF', day)).toBe(500_000)
    expect(await total('expenses')).toBe(today)
  })
})

describe('the report of subscriptions', () => {
  it('counts a payment when it is paid, in its currency', async () => {
    const { id } = await newPlan([
      { billingCycle: 'MONTHLY', currency: 'USD', amount: '5.00' },
      { billingCycle: 'MONTHLY', currency: 'CDF', amount: '10000.00' },
    ])
    const asked = await asksFor(id)
    expect(await change('subscriptions', async () => asksFor(id))).toBe(0)
    expect(await change('subscriptions', () => pays(asked))).toBe(500)
    const francs = async () => pays(await asksFor(id, { currency: 'CDF' }))
    expect(await change('subscriptions', francs, 'CDF')).toBe(1_000_000)
    expect(await change('subscriptions', async () => asksFor((await newPlan(monthly(0))).id))).toBe(0)
  })

  it('counts none that the operator refused', async () => {
    const asked = await asksFor((await newPlan(monthly('8.00'))).id)
    expect(await change('subscriptions', () => refuse(asked.phone))).toBe(0)
  })
})
