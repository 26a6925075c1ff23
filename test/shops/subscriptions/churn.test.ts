import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { ok } from '#testing/stories/books.ts'
import { again, clockAt, DAY, HOUR, tickAt } from '#testing/stories/money.ts'
import { payer } from '#testing/stories/subscriptions.ts'

// Rule: churnRate = ended in the range / (active at its start + new), 4 decimals; counts are of now.
//
// Silent: whether churnRate is a number or text; what it is where nothing was active or new (tested: no 500, and no NaN).

/** The minute's cron and the hour's, at this time. */
async function runsAt(now: number): Promise<void> {
  await tickAt(now)
  await hourCronAfter(0)
}

it('the rate of those who left is of those who were there and those who came, to four decimals', async () => {
  const empty = ok(await call(await signUp('ACCOUNTANT'), 'GET', '/subscriptions/stats'))
  expect(empty).toMatchObject({ active: 0, grace: 0, expired: 0, cancelled: 0, new: 0 })
  for (const { amount } of empty.mrr) expect(Number(amount)).toBe(0)
  expect([0, null]).toContain(empty.churnRate === null ? null : Number(empty.churnRate))

  const { id } = await newPlan([
    { billingCycle: 'MONTHLY', currency: 'USD', amount: '5.00' },
    { billingCycle: 'YEARLY', currency: 'USD', amount: '50.00' },
  ])
  const began = Date.now()
  // Two for a month, who do not renew; three for a year.
  for (let i = 0; i < 2; i++) await payer(id)
  for (let i = 0; i < 3; i++) await payer(id, { billingCycle: 'YEARLY' })
  await runsAt(began + 31 * DAY + HOUR)
  const finance = await again(await signUp('ACCOUNTANT'))
  const inGrace = ok(await call(finance, 'GET', '/subscriptions/stats'))
  expect([inGrace.active, inGrace.grace, inGrace.expired]).toEqual([3, 2, 0])
  await runsAt(began + 39 * DAY)
  const later = await again(finance)
  // Two came on the thirty-ninth day: 2 of 5 + 2 left.
  await payer(id)
  await payer(id)
  const range = `from=${new Date(began + 20 * DAY).toISOString()}&to=${new Date(began + 40 * DAY).toISOString()}`
  const now = ok(await call(later, 'GET', `/subscriptions/stats?${range}`))
  expect([now.active, now.grace, now.expired, now.new]).toEqual([5, 0, 2, 2])
  expect(Number(now.churnRate)).toBe(0.2857)
  clockAt(began + 39 * DAY + HOUR)
  const before = `from=${new Date(began - DAY).toISOString()}&to=${new Date(began + 10 * DAY).toISOString()}`
  const first = ok(await call(await again(later), 'GET', `/subscriptions/stats?${before}`))
  expect([first.new, Number(first.churnRate)]).toEqual([5, 0])
})
