import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../api.ts'
import { monthly, newPlan, subscriptionOf } from '../fixtures/subscriptions.ts'
import { clearFaults } from '../sandbox.ts'
import { again, DAY, MINUTE } from './money.ts'
import { booksAgree, passes } from './money2.ts'
import type { Data } from './orders.ts'
import { clockGoesOn } from './production.ts'
import { asksFor, payer, pays } from './subscriptions.ts'

// Rule 8.2.10: a period that begins within 30 days of a grace that was used begins at the old end. Here it has run out by then: whoever
// comes back later than that begins when they pay, and the books agree each time.

clockGoesOn()
afterEach(() => clearFaults())

const now = async (seller: Person): Promise<Data> => (await subscriptionOf(await again(seller))).subscription
const until = async (seller: Person, status: string) => {
  for (let i = 0; i < 3 && (await now(seller)).status !== status; i++) await passes(MINUTE)
  expect((await now(seller)).status).toBe(status)
}
/** The clock goes to a time, with its crons. */
const goTo = async (time: number) => passes(Math.max(0, time - Date.now()))
/** A seller whose month is over, six days ago: in grace. */
async function inGrace(price = '30.00') {
  const plan = await newPlan(monthly(price))
  const { seller } = await payer(plan.id)
  const first = await now(seller)
  const end = Date.parse(first.currentPeriodEnd)
  await goTo(end + 6 * DAY)
  await until(seller, 'GRACE')
  return { plan, seller, start: Date.parse(first.currentPeriodStart), end }
}
describe('a grace that ran out', () => {
  it('8.2.10 so does a new subscription days after the grace ran out, within 30 days', async () => {
    const { plan, seller, end } = await inGrace()
    await goTo(end + 8 * DAY)
    await until(seller, 'EXPIRED')
    await goTo(end + 20 * DAY)
    await pays(await asksFor(plan.id, {}, await again(seller)))
    expect(Date.parse((await now(seller)).currentPeriodStart)).toBe(end)
    await booksAgree()
  })

  it('8.2.10 is over after 30 days: a later period begins when it is paid', async () => {
    const { plan, seller, end } = await inGrace()
    await goTo(end + 8 * DAY)
    await until(seller, 'EXPIRED')
    await goTo(end + 40 * DAY)
    const before = Date.now()
    await pays(await asksFor(plan.id, {}, await again(seller)))
    expect(Date.parse((await now(seller)).currentPeriodStart)).toBeGreaterThanOrEqual(before)
    await booksAgree()
  })
})
