import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { endGrace, endPeriods } from '#cron/subscriptions.ts'
import { DAY_MS } from '#kernel/time.ts'
import { call, type Person, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { freshPhone, payer, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signIn } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'

let plan: { id: string }
let large: { id: string }
beforeAll(async () => {
  plan = await newPlan()
  large = await newPlan(monthly('12.50'))
})
afterEach(() => {
  vi.useRealTimers()
  return clearFaults()
})

async function at(now: number, seller: Person): Promise<Person> {
  vi.useFakeTimers({ toFake: ['Date'], now })
  return signIn(seller.email, 'SELLER')
}
const periodOf = async (seller: Person) => {
  const { currentPeriodStart, currentPeriodEnd } = (await subscriptionOf(seller)).subscription
  return { start: Date.parse(currentPeriodStart), end: Date.parse(currentPeriodEnd) }
}

/** A seller six days into the grace of a period. */
async function inGrace() {
  const before = await newSeller()
  await subscribeAndPay(before, plan.id)
  const { end } = await periodOf(before)
  const seller = await at(end + 6 * DAY_MS, before)
  await endPeriods(contextNow())
  expect((await subscriptionOf(seller)).subscription.status).toBe('GRACE')
  return { seller, end }
}
const upgrade = async (seller: Person) => {
  const phone = freshPhone()
  expect((await call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(large.id, phone))).status).toBe(201)
  await approve(phone)
}

describe('a period after a grace that was used', () => {
  it('begins at the old end after a cancellation in grace, once', async () => {
    const { seller, end } = await inGrace()
    await call(seller, 'POST', '/subscriptions/me/cancel')
    await subscribeAndPay(seller, plan.id)
    expect((await periodOf(seller)).start).toBe(end)
    await upgrade(seller)
    expect((await periodOf(seller)).start).toBeGreaterThanOrEqual(end + 6 * DAY_MS)
  })

  it('begins at the old end for an upgrade', async () => {
    const { seller, end } = await inGrace()
    await upgrade(seller)
    expect((await periodOf(seller)).start).toBe(end)
  })

  it.each([10, 40])('renewed %i days after the old end, begins there unless it would be over', async (days) => {
    const { seller: before, end } = await inGrace()
    const seller = await at(end + days * DAY_MS, before)
    await endGrace(contextNow())
    const phone = freshPhone()
    expect((await call(seller, 'POST', '/subscriptions/me/renew', payer(phone))).status).toBe(201)
    await approve(phone)
    const { start } = await periodOf(seller)
    if (days === 10) expect(start).toBe(end)
    else expect(start).toBeGreaterThanOrEqual(end + days * DAY_MS)
  })
})

describe('a cheap plan for a moment', () => {
  it('settles nothing: who goes back to the plan of the grace begins at its old end', async () => {
    const cheap = await newPlan(monthly('1.00'))
    const { seller, end } = await inGrace()
    const change = async (to: string) => {
      const phone = freshPhone()
      expect((await call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(to, phone))).status).toBe(201)
      await approve(phone)
    }
    await change(cheap.id)
    expect((await periodOf(seller)).start).toBe(end)
    await change(plan.id)
    expect((await periodOf(seller)).start).toBe(end)
  })
})

describe('a renewal beside a change', () => {
  it('of the same subscription: one of the two is refused', async () => {
    const { seller } = await inGrace()
    const answers = await together(2, (i) =>
      i === 0
        ? call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone()))
        : call(seller, 'POST', '/subscriptions/me/cancel'),
    )
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  })

  it('waits for its money: no cancellation', async () => {
    const { seller } = await inGrace()
    await call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone()))
    const cancelled = await call(seller, 'POST', '/subscriptions/me/cancel')
    expect([cancelled.status, cancelled.error?.reason]).toEqual([409, 'PAYMENT_IN_PROGRESS'])
  })
})
