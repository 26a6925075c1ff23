import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { freshPhone, payer, subscriptionBody, upgradeBody } from '#testing/fixtures/inputs.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, setFault } from '#testing/sandbox.ts'
import { again, clockAt, DAY, HOUR, incidents, MINUTE, SECOND, tickAt } from '#testing/stories/money.ts'

// Rule: every succeeded payment buys exactly one period. Of the same plan and cycle it extends; of another it replaces and
// starts now; and where something was paid after this payment was asked for, it opens an incident to give it back.

let small: { id: string }
let large: { id: string }
let free: { id: string }
beforeAll(async () => {
  small = await newPlan(monthly('5.00'))
  large = await newPlan(monthly('12.50'))
  free = await newPlan(monthly(0))
})
afterEach(() => clearFaults())

const endOf = async (seller: Person) => Date.parse((await subscriptionOf(seller)).subscription.currentPeriodEnd)
const startOf = async (seller: Person) => Date.parse((await subscriptionOf(seller)).subscription.currentPeriodStart)
const check = (seller: Person, depositId: string) =>
  call(seller, 'POST', `/subscriptions/payments/${depositId}/check-status`)

/** Asks for something and lets the half hour pass; the money is still to come. */
async function unpaid(seller: Person, path: string, body: (phone: string) => object) {
  const phone = freshPhone()
  await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
  const { data, error } = await call(seller, 'POST', path, body(phone))
  expect(error).toBeUndefined()
  await tickAt(Date.now() + 31 * MINUTE)
  return { phone, depositId: data.depositId as string, seller: await again(seller) }
}
/** The money comes in, and the seller asks: signed by the real clock, the callback is not believed under a moved one. */
async function comesIn(seller: Person, { phone, depositId }: { phone: string; depositId: string }) {
  await approve(phone)
  // One question about a movement in 30 seconds: the last look may just have asked.
  clockAt(Date.now() + 31 * SECOND)
  const { data, error } = await check(seller, depositId)
  expect(error).toBeUndefined()
  expect(data.payment.status).toBe('SUCCEEDED')
  return data
}
/** Renews and pays at once. */
async function renewed(seller: Person) {
  const phone = freshPhone()
  const { data, error } = await call(seller, 'POST', '/subscriptions/me/renew', payer(phone))
  expect(error).toBeUndefined()
  await comesIn(seller, { phone, depositId: data.depositId })
}
/** The day a number of months after a time, the day of the month in UTC+2 kept if there is one. */
function monthsAfter(time: number, months: number): number {
  const there = time + 2 * HOUR
  const from = new Date(there)
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), last)
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day) + (there % DAY) - 2 * HOUR
}

describe('a payment that comes late', () => {
  it('of the same plan and cycle extends by its period: two paid, two granted', async () => {
    const before = await newSeller()
    const late = await unpaid(before, '/subscriptions', (phone) => subscriptionBody(small.id, phone))
    const phone = freshPhone()
    const { data } = await call(late.seller, 'POST', '/subscriptions', subscriptionBody(small.id, phone))
    await comesIn(late.seller, { phone, depositId: data.depositId })
    const start = await startOf(late.seller)
    await comesIn(late.seller, late)
    // The payment was asked for before the other was paid: it is extended, or a person is told to give it back.
    const end = await endOf(late.seller)
    const told = await incidents(late.depositId)
    expect([
      [monthsAfter(start, 2), 0],
      [monthsAfter(start, 1), 1],
    ]).toContainEqual([end, told])
  })

  it('of a renewal, asked for and paid in order, extends by one period each', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, small.id)
    const start = await startOf(seller)
    await renewed(seller)
    expect(await endOf(seller)).toBe(monthsAfter(start, 2))
  })

  it('of an upgrade does not end renewals that were paid after it was asked for: a person gives it back', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    const late = await unpaid(before, '/subscriptions/upgrade', (phone) => upgradeBody(large.id, phone))
    await renewed(late.seller)
    const paid = (await subscriptionOf(late.seller)).subscription
    expect(await incidents(late.depositId)).toBe(0)
    await comesIn(late.seller, late)
    expect((await subscriptionOf(late.seller)).subscription).toMatchObject({
      id: paid.id,
      planId: small.id,
      status: 'ACTIVE',
      currentPeriodEnd: paid.currentPeriodEnd,
    })
    expect(await incidents(late.depositId)).toBe(1)
  })

  it('of an upgrade with nothing paid since replaces the plan and starts now', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    const late = await unpaid(before, '/subscriptions/upgrade', (phone) => upgradeBody(large.id, phone))
    const now = Date.now()
    await comesIn(late.seller, late)
    expect((await subscriptionOf(late.seller)).subscription).toMatchObject({ planId: large.id, status: 'ACTIVE' })
    expect(Math.abs((await startOf(late.seller)) - now)).toBeLessThan(MINUTE)
    expect(await endOf(late.seller)).toBe(monthsAfter(await startOf(late.seller), 1))
    expect(await incidents(late.depositId)).toBe(0)
  })

  it('of a renewal, after the plan was changed and paid for, is a person’s to give back', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    const late = await unpaid(before, '/subscriptions/me/renew', payer)
    const phone = freshPhone()
    const { data } = await call(late.seller, 'POST', '/subscriptions/upgrade', upgradeBody(large.id, phone))
    await comesIn(late.seller, { phone, depositId: data.depositId })
    const paid = (await subscriptionOf(late.seller)).subscription
    expect(paid).toMatchObject({ planId: large.id, status: 'ACTIVE' })
    await comesIn(late.seller, late)
    expect((await subscriptionOf(late.seller)).subscription).toMatchObject({
      id: paid.id,
      planId: large.id,
      currentPeriodEnd: paid.currentPeriodEnd,
    })
    expect(await incidents(late.depositId)).toBe(1)
  })

  it('is never lost: every payment that succeeded has its period or its incident', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    const start = await startOf(before)
    const first = await unpaid(before, '/subscriptions/me/renew', payer)
    const second = await unpaid(first.seller, '/subscriptions/me/renew', payer)
    const { seller } = second
    await comesIn(seller, second)
    await comesIn(seller, first)
    const end = await endOf(seller)
    const granted = [1, 2, 3].find((months) => monthsAfter(start, months) === end) ?? 0
    const told = (await incidents(first.depositId)) + (await incidents(second.depositId))
    expect(granted + told).toBe(3)
  })
})

describe('two payments for one subscription', () => {
  it('of which the first comes late, by an upgrade asked for twice: both have their period or an incident', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    const late = await unpaid(before, '/subscriptions/upgrade', (phone) => upgradeBody(large.id, phone))
    const phone = freshPhone()
    const { data } = await call(late.seller, 'POST', '/subscriptions/upgrade', upgradeBody(large.id, phone))
    await comesIn(late.seller, { phone, depositId: data.depositId })
    const start = await startOf(late.seller)
    await comesIn(late.seller, late)
    expect((await subscriptionOf(late.seller)).subscription).toMatchObject({ planId: large.id, status: 'ACTIVE' })
    const end = await endOf(late.seller)
    expect([monthsAfter(start, 1), monthsAfter(start, 2)]).toContain(end)
    expect((end === monthsAfter(start, 2) ? 2 : 1) + (await incidents(late.depositId))).toBe(2)
  })

  it('of which the late one comes while the next is on its way: both have their period or an incident', async () => {
    const before = await newSeller()
    const late = await unpaid(before, '/subscriptions', (phone) => subscriptionBody(small.id, phone))
    const { seller } = late
    const phone = freshPhone()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(small.id, phone))
    await comesIn(seller, late)
    const start = await startOf(seller)
    clockAt(Date.now() + MINUTE)
    await comesIn(seller, { phone, depositId: data.depositId })
    const told = (await incidents(late.depositId)) + (await incidents(data.depositId))
    const granted = (await endOf(seller)) >= monthsAfter(start, 2) ? 2 : 1
    expect(granted + told).toBe(2)
  })

  it('of which both come late, after another took their place: two incidents, not one', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    await tickAt((await endOf(before)) + MINUTE)
    await tickAt(Date.now() + 8 * DAY)
    const first = await unpaid(await again(before), '/subscriptions/me/renew', payer)
    const second = await unpaid(first.seller, '/subscriptions/me/renew', payer)
    const { seller } = second
    const phone = freshPhone()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(large.id, phone))
    await comesIn(seller, { phone, depositId: data.depositId })
    await comesIn(seller, first)
    await comesIn(seller, second)
    expect([await incidents(first.depositId), await incidents(second.depositId)]).toEqual([1, 1])
  })

  it('of which one renews what has expired while a new one runs: a period or an incident, never nothing', async () => {
    const before = await newSeller()
    await subscribeAndPay(before, small.id)
    const end = await endOf(before)
    await tickAt(end + MINUTE)
    await tickAt(end + 8 * DAY)
    const seller = await again(before)
    expect((await subscriptionOf(seller)).subscription.status).toBe('EXPIRED')
    const late = await unpaid(seller, '/subscriptions/me/renew', payer)
    const phone = freshPhone()
    const { data, error } = await call(late.seller, 'POST', '/subscriptions', subscriptionBody(large.id, phone))
    expect(error).toBeUndefined()
    await comesIn(late.seller, { phone, depositId: data.depositId })
    const running = (await subscriptionOf(late.seller)).subscription
    expect(running).toMatchObject({ planId: large.id, status: 'ACTIVE' })
    await comesIn(late.seller, late)
    expect((await subscriptionOf(late.seller)).subscription).toEqual(running)
    expect(await incidents(late.depositId)).toBe(1)
  })
})

describe('renewing', () => {
  it('an ACTIVE one is possible one period ahead, and no further', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, small.id)
    await renewed(seller)
    const further = await call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone()))
    expect([further.status, further.error?.code]).toEqual([409, 'CONFLICT'])
  })

  it('a free one is not for its seller: it renews itself', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, free.id)
    const start = await startOf(seller)
    const tries = await together(20, () => call(seller, 'POST', '/subscriptions/me/renew', payer(freshPhone())))
    const extended = tally(tries)[201] ?? 0
    expect(extended).toBeLessThanOrEqual(1)
    expect(await endOf(seller)).toBeLessThanOrEqual(monthsAfter(start, 2))
  })

  it('a free one goes on by itself at its end, month after month, without grace', async () => {
    let seller = await newSeller()
    await subscribeAndPay(seller, free.id)
    const start = await startOf(seller)
    for (const month of [1, 2]) {
      expect(await endOf(seller)).toBe(monthsAfter(start, month))
      await tickAt(monthsAfter(start, month) + MINUTE)
      seller = await again(seller)
      expect((await subscriptionOf(seller)).subscription.status).toBe('ACTIVE')
    }
    expect(await endOf(seller)).toBe(monthsAfter(start, 3))
  })

  it('a free one that its seller cancelled ends', async () => {
    const seller = await newSeller()
    await subscribeAndPay(seller, free.id)
    expect((await call(seller, 'POST', '/subscriptions/me/cancel')).status).toBe(200)
    await tickAt((await endOf(seller)) + MINUTE)
    await hourCronAfter(0)
    expect((await subscriptionOf(await again(seller))).subscription.status).toBe('CANCELLED')
  })
})

describe('a month', () => {
  const JANUARY_31 = Date.UTC(2027, 0, 31, 9)

  it('after 31 January is 28 February, and the next 31 March: the day of the first period is kept', async () => {
    const before = await newSeller()
    clockAt(JANUARY_31)
    let seller = await again(before)
    await subscribeAndPay(seller, free.id)
    const dayOf = async () => (await subscriptionOf(seller)).subscription.currentPeriodEnd.slice(0, 10)
    expect(await dayOf()).toBe('2027-02-28')
    for (const [now, end] of [
      ['2027-02-28', '2027-03-31'],
      ['2027-03-31', '2027-04-30'],
      ['2027-04-30', '2027-05-31'],
    ]) {
      await tickAt(Date.parse(`${now}T10:00:00Z`))
      seller = await again(seller)
      expect(await dayOf()).toBe(end)
    }
  })

  it('that is paid ahead keeps the day too', async () => {
    const before = await newSeller()
    clockAt(Date.UTC(2028, 0, 31, 9))
    const seller = await again(before)
    const phone = freshPhone()
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(small.id, phone))
    await comesIn(seller, { phone, depositId: data.depositId })
    expect((await subscriptionOf(seller)).subscription.currentPeriodEnd.slice(0, 10)).toBe('2028-02-29')
    await renewed(seller)
    expect((await subscriptionOf(seller)).subscription.currentPeriodEnd.slice(0, 10)).toBe('2028-03-31')
  })
})
