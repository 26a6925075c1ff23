import { afterEach, describe, expect, it } from 'vitest'
import { clearFaults } from '#testing/sandbox.ts'
import { booksAgree } from '#testing/stories/decisions.ts'
import { goTo, inGrace, now, until } from '#testing/stories/grace.ts'
import { again, DAY } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { asksFor, pays } from '#testing/stories/subscriptions.ts'

// Rule 8.2.10: a period that begins within 30 days of a grace that was used begins at the old end. Here it has run out by then: whoever
// comes back later than that begins when they pay, and the books agree each time.

clockGoesOn()
afterEach(() => clearFaults())

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
