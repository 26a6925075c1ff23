import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { dayOf, ends, expectOnly, FINANCE, monthOf, ok, readRefund, refundByCode } from '#testing/stories/books.ts'
import { again, clockAt, DAY, SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { asksFor, payer } from '#testing/stories/subscriptions.ts'

fromNoon()

// Rule: stats: counts now, `new` = started in the range, mrr [{currency, amount}] (yearly / 12, half up), currencies never mixed.
// revenue {series [{period, currency, amount}], totals}, by day, week (its Monday) or month of UTC+2, refunds subtracted in their
// period. from inclusive, to exclusive (a plain day included), default 30 days, at most 366.
//
// Silent: whether one in GRACE still counts in mrr; whether the yearly twelfth is rounded by subscription or on the sum (one is
// tested); whether series hold zeros; whether a month's period is written 2026-11 or 2026-11-01; whether `new` counts one that is
// PENDING (tested with paid ones).

let finance: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
})
const cents = (amount: string) => Math.round(Number(amount) * 100)
const stats = async (query = '', as = finance): Promise<Data> =>
  ok(await call(as, 'GET', `/subscriptions/stats${query}`))
const revenue = async (query: string, as = finance): Promise<Data> =>
  ok(await call(as, 'GET', `/subscriptions/revenue?${query}`))
const inCurrency = (rows: Data[], currency: string): number =>
  rows.filter((row) => row.currency === currency).reduce((sum, { amount }) => sum + cents(amount), 0)
/** Figures of the series for each period in which something moved. */
const moved = ({ series }: Data, currency: string) =>
  Object.fromEntries(
    series
      .filter((row: Data) => row.currency === currency && cents(row.amount) !== 0)
      .map(({ period, amount }: Data) => [period.slice(0, 10), amount]),
  )

const PRICES = [
  { billingCycle: 'MONTHLY', currency: 'USD', amount: '5.00' },
  { billingCycle: 'YEARLY', currency: 'USD', amount: '50.00' },
  { billingCycle: 'MONTHLY', currency: 'CDF', amount: '10000.00' },
] as const

describe('subscriptions of today', () => {
  it('are counted by state, with what a month brings in each currency', async () => {
    const before = await stats()
    const { id } = await newPlan([...PRICES])
    await payer(id)
    await payer(id, { billingCycle: 'YEARLY' })
    await payer(id, { currency: 'CDF' })
    await asksFor((await newPlan(monthly(0))).id)
    const now = await stats()
    expect(now.active - before.active).toBe(4)
    expect(now.new - before.new).toBe(4)
    for (const state of ['grace', 'expired', 'cancelled']) expect(now[state], state).toBe(before[state])
    // 50.00 / 12 is 4.1666…
    expect(inCurrency(now.mrr, 'USD') - inCurrency(before.mrr, 'USD')).toBe(500 + 417)
    expect(inCurrency(now.mrr, 'CDF') - inCurrency(before.mrr, 'CDF')).toBe(1_000_000)
    const today = dayOf(Date.now())
    expect((await stats(`?from=${today}&to=${today}`)).new).toBe(now.new)
    expect((await stats(`?from=${dayOf(Date.now() + DAY)}&to=${dayOf(Date.now() + DAY)}`)).new).toBe(0)
    expect(Number(now.churnRate)).toBe(0)
  })

  it('brought what was paid for them, by day, week and month, each currency apart', async () => {
    const today = dayOf(Date.now())
    const range = `from=${today}&to=${today}`
    const before = await revenue(`${range}&groupBy=day`)
    await payer((await newPlan([...PRICES])).id, { currency: 'CDF' })
    await payer()
    const monday = dayOf(Date.now() - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) * DAY)
    for (const [groupBy, period] of [
      ['day', today],
      ['week', monday],
      ['month', monthOf(Date.now())],
    ] as const) {
      const now = await revenue(`${range}&groupBy=${groupBy}`)
      for (const [currency, more] of [
        ['USD', 500],
        ['CDF', 1_000_000],
      ] as const) {
        const total = inCurrency(now.totals, currency)
        expect(total - inCurrency(before.totals, currency), groupBy).toBe(more)
        expect(inCurrency(now.series, currency)).toBe(total)
        expect(now.totals.filter((row: Data) => row.currency === currency)).toHaveLength(1)
        const periods = Object.keys(moved(now, currency))
        expect(periods).toHaveLength(1)
        expect(periods[0]?.startsWith(period), `${periods[0]} is of ${period}`).toBe(true)
      }
    }
  })

  it('that are given back are subtracted on the day they are, not on the day they were paid', async () => {
    const { phone, payment } = await payer((await newPlan(monthly('31.00'))).id)
    const day = dayOf(Date.now())
    const paidThen = inCurrency((await revenue(`from=${day}&to=${day}&groupBy=day`)).totals, 'USD')
    clockAt(Date.now() + 2 * DAY)
    const admin = await again(await signUp('ADMIN'))
    const later = dayOf(Date.now())
    const id = await refundByCode(admin, { subscriptionPaymentId: payment.id })
    await ends(phone, 'approve')
    clockAt(Date.now() + 31 * SECOND)
    ok(await call(admin, 'POST', `/refunds/${id}/check-status`))
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    const all = await revenue(`from=${day}&to=${later}&groupBy=day`, admin)
    expect(cents(moved(all, 'USD')[day])).toBe(paidThen)
    expect(moved(all, 'USD')[later]).toBe('-31.00')
    expect(inCurrency(all.totals, 'USD')).toBe(paidThen - 3100)
  })
})

describe('both', () => {
  it('take a range of at most 366 days, and are for finance only', async () => {
    for (const path of ['/subscriptions/stats', '/subscriptions/revenue']) {
      expect((await call(finance, 'GET', `${path}?from=2025-01-01&to=2026-06-01`)).status, path).toBe(400)
      expect((await call(finance, 'GET', `${path}?from=hier`)).status, path).toBe(400)
      expect((await call(finance, 'GET', path)).status, path).toBe(200)
      await expectOnly(FINANCE, ['GET', path])
    }
    expect((await call(finance, 'GET', '/subscriptions/revenue?groupBy=hour')).status).toBe(400)
  })
})
