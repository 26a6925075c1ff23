import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { endGrace, endPeriods, expireSubscriptionPayments } from '#cron/subscriptions.ts'
import { addMonths, DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, type Person, tally, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { count, first, letAsk, run } from '#testing/fixtures/database.ts'
import { freshPhone, payer, subscriptionBody, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import {
  monthly,
  newPlan,
  subscribeAndPay,
  subscriptionOf,
  subscriptionStatus,
  withProducts,
} from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, setFault } from '#testing/sandbox.ts'

let plan: { id: string }
let free: { id: string }
beforeAll(async () => {
  plan = await newPlan()
  free = await newPlan(monthly(0))
})
afterEach(() => clearFaults())

/** Lets time pass; the seller signs in again, because a token lasts a quarter of an hour. */
async function at(now: number, seller: Person): Promise<Person> {
  vi.useFakeTimers({ toFake: ['Date'], now })
  return signIn(seller.email, 'SELLER')
}
type Paid = { amount: string; status: string }
const depositOf = async (seller: Person) =>
  (await call(seller, 'GET', '/subscriptions/me/payments')).data.payments[0].depositId
const endOf = async (seller: Person) => Date.parse((await subscriptionOf(seller)).subscription.currentPeriodEnd)

describe('the end of a period', () => {
  it('is followed by a week of grace, then it expires, also when crons run twice at once', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, plan.id)
    const visible = await withProducts(before, 1)
    const end = await endOf(before)
    let seller = await at(end - 1000, before)
    await endPeriods(contextNow())
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')

    seller = await at(end + 2 * DAY_MS, before)
    await Promise.all([endPeriods(contextNow()), endPeriods(contextNow())])
    const grace = (await subscriptionOf(seller)).subscription
    expect([grace.status, Date.parse(grace.graceEndsAt)]).toEqual(['GRACE', end + 7 * DAY_MS])
    expect((await subscriptionOf(seller)).limits.maxProducts).toBe(50)
    await endGrace(contextNow())
    expect(await subscriptionStatus(seller)).toBe('GRACE')
    expect(await visible()).toBe(1)

    seller = await at(end + 7 * DAY_MS, before)
    await Promise.all([endGrace(contextNow()), endGrace(contextNow())])
    expect(await subscriptionStatus(seller)).toBe('EXPIRED')
    expect((await subscriptionOf(seller)).limits.maxProducts).toBe(0)
    expect(await visible()).toBe(0)
    const told = await first(
      "SELECT count(*) AS n FROM outbox WHERE recipient = ? AND kind LIKE 'subscription.%'",
      before.email,
    )
    expect(told?.n).toBe(3)
  })

  it('is the end where its owner cancelled, unless taken back', async () => {
    const leaver = await newSeller()
    const stayer = await newSeller()
    for (const seller of [leaver, stayer]) {
      await subscribeAndPay(seller, plan.id)
      const { data } = await call(seller, 'POST', '/subscriptions/me/cancel')
      expect(data).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true })
    }
    expect((await call(stayer, 'POST', '/subscriptions/me/reactivate')).data.cancelAtPeriodEnd).toBe(false)
    const twice = await call(stayer, 'POST', '/subscriptions/me/reactivate')
    expect([twice.status, twice.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    const end = await endOf(leaver)
    const later = [await at(end + MINUTE_MS, leaver), await at(end + MINUTE_MS, stayer)] as const
    await endPeriods(contextNow())
    expect([await subscriptionStatus(later[0]), await subscriptionStatus(later[1])]).toEqual(['CANCELLED', 'GRACE'])
    expect((await call(later[1], 'POST', '/subscriptions/me/cancel')).data.status).toBe('CANCELLED')
    expect((await call(later[1], 'POST', '/subscriptions/me/cancel')).error?.reason).toBe('SUBSCRIPTION_REQUIRED')
    expect((await call(later[1], 'POST', '/subscriptions/me/reactivate')).status).toBe(403)
  })
})

describe('renewing', () => {
  const renew = async (seller: Person) => {
    const phone = freshPhone()
    const { data, error } = await call(seller, 'POST', '/subscriptions/me/renew', payer(phone))
    expect(error).toBeUndefined()
    await approve(phone)
    // Signed by the real clock, the callback is not believed under a moved one: ask.
    const { data: seen } = await call(seller, 'POST', `/subscriptions/payments/${data.depositId}/check-status`)
    expect(seen.payment.status).toBe('SUCCEEDED')
    return data
  }

  it('extends from the old end while ACTIVE or in GRACE, else from now', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const { subscription } = await subscriptionOf(seller)
    const first = Date.parse(subscription.currentPeriodEnd)
    await call(seller, 'POST', '/subscriptions/me/cancel')
    const asked = await renew(seller)
    expect(asked).toMatchObject({
      subscription: { id: subscription.id, status: 'ACTIVE' },
      payment: { amount: '5.00', status: 'PENDING' },
    })
    const longer = (await subscriptionOf(seller)).subscription
    expect(longer).toMatchObject({
      id: subscription.id,
      currentPeriodStart: subscription.currentPeriodStart,
      cancelAtPeriodEnd: false,
    })
    const second = Date.parse(longer.currentPeriodEnd)
    expect(new Date(second).getUTCMonth()).toBe((new Date(first).getUTCMonth() + 1) % 12)

    let later = await at(second + DAY_MS, seller)
    await endPeriods(contextNow())
    expect(await subscriptionStatus(later)).toBe('GRACE')
    await renew(later)
    const third = (await subscriptionOf(later)).subscription
    expect(third).toMatchObject({ status: 'ACTIVE', graceEndsAt: null, currentPeriodStart: longer.currentPeriodEnd })

    const after = Date.parse(third.currentPeriodEnd) + 20 * DAY_MS
    later = await at(after, seller)
    await endPeriods(contextNow())
    await endGrace(contextNow())
    expect(await subscriptionStatus(later)).toBe('EXPIRED')
    await renew(later)
    const fourth = (await subscriptionOf(later)).subscription
    expect(fourth.status).toBe('ACTIVE')
    expect(Date.parse(fourth.currentPeriodStart) - after).toBeLessThan(10_000)
    expect(fourth.id).toBe(subscription.id)
  })

  it('of fifty at once asks once', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const body = payer(freshPhone())
    expect(tally(await together(50, () => call(seller, 'POST', '/subscriptions/me/renew', body)))).toEqual({
      201: 1,
      409: 49,
    })
  })

  it('is possible one period ahead, also when it is free and many ask at once', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    await renew(seller)
    const end = await endOf(seller)
    const further = await call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone()))
    expect([further.status, further.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    // The last period that was paid begins: then the next can be.
    const first = Date.parse((await subscriptionOf(seller)).subscription.currentPeriodStart)
    const second = addMonths(first, 1)
    const before = await at(second - MINUTE_MS, seller)
    expect((await call(before, 'POST', '/subscriptions/me/renew', payer(freshPhone()))).status).toBe(409)
    const later = await at(second + MINUTE_MS, seller)
    await renew(later)
    expect(await endOf(later)).toBe(addMonths(end, 1, first))

    const other = await newSeller()
    await subscribeAndPay(other, free.id)
    const body = payer(freshPhone())
    expect(tally(await together(20, () => call(other, 'POST', '/subscriptions/me/renew', body)))).toEqual({
      201: 1,
      409: 19,
    })
  })

  it('of a free plan goes by itself, without grace, a payment or a word; not when the plan is no longer sold', async () => {
    const mine = await newPlan(monthly(0))
    const before = await newSeller()
    await subscribeAndPay(before, mine.id)
    const end = await endOf(before)
    let seller = await at(end + MINUTE_MS, before)
    await Promise.all([endPeriods(contextNow()), endPeriods(contextNow())])
    const next = (await subscriptionOf(seller)).subscription
    expect(next).toMatchObject({ status: 'ACTIVE', graceEndsAt: null, currentPeriodStart: new Date(end).toISOString() })
    const { data } = await call(seller, 'GET', '/subscriptions/me/payments')
    expect(data.payments.map(({ amount, status }: Paid) => [amount, status])).toEqual([
      ['0.00', 'SUCCEEDED'],
      ['0.00', 'SUCCEEDED'],
    ])
    const told = () => count("outbox WHERE recipient = ? AND kind LIKE 'subscription.%'", before.email)
    expect(await told()).toBe(1)
    await run('UPDATE plans SET is_active = 0 WHERE id = ?', mine.id)
    seller = await at(Date.parse(next.currentPeriodEnd) + MINUTE_MS, before)
    await endPeriods(contextNow())
    expect(await subscriptionStatus(seller)).toBe('GRACE')
    expect(await told()).toBe(2)
  })

  it('keeps the day of the month on which the first period began', async () => {
    const before = await newSeller()
    const seller = await at(Date.parse('2028-01-31T09:00:00Z'), before)
    await subscribeAndPay(seller, plan.id)
    await call(seller, 'POST', `/subscriptions/payments/${await depositOf(seller)}/check-status`)
    const end = async () => (await subscriptionOf(seller)).subscription.currentPeriodEnd.slice(0, 10)
    expect(await end()).toBe('2028-02-29')
    await renew(seller)
    expect(await end()).toBe('2028-03-31')
  })

  it('needs a subscription and a payer', async () => {
    const seller = await newSeller()
    const none = await call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone()))
    expect([none.status, none.error?.reason]).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
    await subscribeAndPay(seller, plan.id)
    expect(
      (await call(seller, 'POST', '/subscriptions/me/renew', { ...payer(freshPhone()), planId: plan.id })).status,
    ).toBe(400)
    expect((await call(seller, 'POST', '/subscriptions/me/renew', {})).status).toBe(400)
    expect((await call(await signUp(), 'POST', '/subscriptions/me/renew', payer(freshPhone()))).status).toBe(403)
  })
})

describe('a payment that nobody approves', () => {
  const silently = async (seller: Person, phone: string) => {
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    expect(data.payment.status).toBe('PENDING')
    return data
  }
  const check = async (seller: Person, depositId: string) => {
    await letAsk()
    return call(seller, 'POST', `/subscriptions/payments/${depositId}/check-status`)
  }

  it('expires after half an hour, and its late money still starts the subscription', async () => {
    const before = await newSeller()
    const phone = freshPhone()
    const { depositId } = await silently(before, phone)
    await expireSubscriptionPayments(contextNow())
    expect(await subscriptionStatus(before)).toBe('PENDING')

    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await Promise.all([expireSubscriptionPayments(contextNow()), expireSubscriptionPayments(contextNow())])
    const { data: expired } = await check(seller, depositId)
    expect([expired.subscription.status, expired.payment.status]).toEqual(['CANCELLED', 'EXPIRED'])
    await approve(phone)
    const { data: late } = await check(seller, depositId)
    expect([late.subscription.status, late.payment.status]).toEqual(['ACTIVE', 'SUCCEEDED'])
  })

  it('that was paid in silence is found by the last look', async () => {
    const before = await newSeller()
    const phone = freshPhone()
    await silently(before, phone)
    await approve(phone)
    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await expireSubscriptionPayments(contextNow())
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
  })

  it('that is paid after another took its place keeps the later choice and tells a person', async () => {
    const before = await newSeller()
    const phone = freshPhone()
    const { depositId, payment } = await silently(before, phone)
    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await expireSubscriptionPayments(contextNow())
    const [other, otherPhone] = [await newPlan(monthly('7.00')), freshPhone()]
    const asked = await call(seller, 'POST', '/subscriptions', subscriptionBody(other.id, otherPhone))
    await approve(otherPhone)
    await letAsk()
    await check(seller, asked.data.depositId)
    const later = await subscriptionOf(seller)
    expect(later.subscription).toMatchObject({ planId: other.id, status: 'ACTIVE' })
    await approve(phone)
    const { data } = await check(seller, depositId)
    expect([data.subscription.status, data.payment.status]).toEqual(['CANCELLED', 'SUCCEEDED'])
    expect((await subscriptionOf(seller)).subscription).toEqual(later.subscription)
    expect(
      await first("SELECT amount_minor FROM transfers WHERE kind = 'subscription:paid' AND ref = ?", payment.id),
    ).toEqual({ amount_minor: 500 })
    expect(
      await first(
        "SELECT status FROM incidents WHERE ref LIKE 'subscription:%' AND description LIKE ?",
        `%${depositId}%`,
      ),
    ).toEqual({ status: 'OPEN' })
  })

  it('that is paid after a free plan was chosen replaces it, and starts now', async () => {
    const before = await newSeller()
    const phone = freshPhone()
    const { depositId } = await silently(before, phone)
    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await expireSubscriptionPayments(contextNow())
    const chosen = await subscribeAndPay(seller, free.id)
    await approve(phone)
    const { data } = await check(seller, depositId)
    expect([data.subscription.status, data.payment.status]).toEqual(['ACTIVE', 'SUCCEEDED'])
    expect((await subscriptionOf(seller)).subscription.id).toBe(data.subscription.id)
    expect(await first('SELECT status FROM subscriptions WHERE id = ?', chosen.subscription.id)).toEqual({
      status: 'CANCELLED',
    })
    expect(await count('incidents WHERE description LIKE ?', `%${depositId}%`)).toBe(0)
  })

  it('extends what the seller took meanwhile, of the same plan and cycle, and belongs to it then', async () => {
    const before = await newSeller()
    const early = freshPhone()
    const late = await silently(before, early)
    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await expireSubscriptionPayments(contextNow())
    const second = freshPhone()
    const later = await silently(seller, second)
    await approve(early)
    await check(seller, late.depositId)
    const { subscription } = await subscriptionOf(seller)
    expect(subscription).toMatchObject({ id: late.subscription.id, status: 'ACTIVE' })
    await approve(second)
    await letAsk()
    const { data } = await check(seller, later.depositId)
    expect(data).toMatchObject({ subscription: { id: subscription.id }, payment: { subscriptionId: subscription.id } })
    const start = Date.parse(subscription.currentPeriodStart)
    expect(Date.parse(data.subscription.currentPeriodEnd)).toBe(addMonths(start, 2))
    expect((await first('SELECT status FROM subscriptions WHERE id = ?', later.subscription.id))?.status).toBe(
      'CANCELLED',
    )
    expect(
      await count(
        'incidents WHERE description LIKE ? OR description LIKE ?',
        `%${late.depositId}%`,
        `%${later.depositId}%`,
      ),
    ).toBe(0)
  })

  it('is given back where something was paid since, its seller is told, and it ends nothing', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, plan.id)
    const other = await newPlan(monthly('9.99'))
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const phone = freshPhone()
    const { data } = await call(before, 'POST', '/subscriptions/upgrade', upgradeBody(other.id, phone))
    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await expireSubscriptionPayments(contextNow())
    const renewal = freshPhone()
    const renewed = await call(seller, 'POST', '/subscriptions/me/renew', payer(renewal))
    await approve(renewal)
    await check(seller, renewed.data.depositId)
    const { subscription } = await subscriptionOf(seller)
    await approve(phone)
    await check(seller, data.depositId)
    expect((await subscriptionOf(seller)).subscription).toEqual(subscription)
    expect(await count('incidents WHERE description LIKE ?', `%${data.depositId}%`)).toBe(1)
    expect(await count("outbox WHERE recipient = ? AND kind = 'subscription.paid-too-late'", before.email)).toBe(1)
  })

  it('of an upgrade leaves the old plan', async () => {
    const before = await newSeller()
    const { subscription } = await subscribeAndPay(before, plan.id)
    const other = await newPlan(monthly('9.99'))
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const phone = freshPhone()
    const { data } = await call(before, 'POST', '/subscriptions/upgrade', upgradeBody(other.id, phone))
    const seller = await at(Date.now() + 31 * MINUTE_MS, before)
    await expireSubscriptionPayments(contextNow())
    expect((await subscriptionOf(seller)).subscription).toEqual(subscription)
    await approve(phone)
    await check(seller, data.depositId)
    expect((await subscriptionOf(seller)).subscription).toMatchObject({ planId: other.id, status: 'ACTIVE' })
    expect((await first('SELECT status FROM subscriptions WHERE id = ?', subscription.id))?.status).toBe('CANCELLED')
  })
})
