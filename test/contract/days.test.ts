import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { expenseBody, freshPhone, IDENTITY, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { cells, completedOrder, dayOf, monthOf, raw } from '#testing/stories/books.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { again, clockAt, DAY, HOUR, MINUTE, SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { asksFor, myInvoices, pays } from '#testing/stories/subscriptions.ts'

// Rule 8.4.3: days are those of UTC+2: periods, expiresAt given as a day (until its end), numbers, statements. Months count by that
// calendar. Rule 8.2.15: numbers take the year of UTC+2.
//
// Silent: whether what one may do in a day is counted by the calendar or in 24 hours; whether a paper is good on the day on which it ends.

/** Midnight, ends of months and years, and leap days, each about the hours in which UTC, UTC+1 and UTC+2 differ. */
const MOMENTS = [
  '2026-11-30T21:30:00.000Z',
  '2026-11-30T22:30:00.000Z',
  '2026-11-30T23:30:00.000Z',
  '2026-12-01T00:30:00.000Z',
  '2026-12-31T21:59:30.000Z',
  '2026-12-31T22:00:00.000Z',
  '2026-12-31T22:30:00.000Z',
  '2026-12-31T23:30:00.000Z',
  '2027-01-01T00:30:00.000Z',
  '2027-01-30T22:30:00.000Z',
  '2027-02-28T21:30:00.000Z',
  '2027-02-28T22:30:00.000Z',
  '2027-12-31T22:30:00.000Z',
  '2028-02-28T21:30:00.000Z',
  '2028-02-28T22:30:00.000Z',
  '2028-02-29T21:30:00.000Z',
  '2028-02-29T22:30:00.000Z',
].map((text) => Date.parse(text))

/** The rows of a list, whatever its key is called. */
const rowsOf = (answer: Answer) => Object.values(ok(answer)).find(Array.isArray)
const iso = (ms: number) => new Date(ms).toISOString()
/** The instant at which a day of UTC+2 begins, and the last one of it. */
const beginOf = (day: string) => Date.parse(`${day}T00:00:00.000+02:00`)
const endOf = (day: string) => beginOf(day) + DAY - 1
const nextDay = (day: string) => dayOf(beginOf(day) + DAY + HOUR)
const dayBefore = (day: string) => dayOf(beginOf(day) - HOUR)

let started = 0
beforeAll(() => {
  started = Date.now()
  expect(started).toBeLessThan(MOMENTS[0] ?? 0)
})
afterAll(() => void vi.useRealTimers())

describe.each(MOMENTS.map((at) => [iso(at), at] as const))('at %s', (_, at) => {
  const [day, month, year] = [dayOf(at), monthOf(at), dayOf(at).slice(0, 4)]
  let market: Market
  let finance: Person
  let staff: Person
  let order: Data

  beforeAll(async () => {
    clockAt(at)
    market = await newMarket()
    finance = await signUp('ACCOUNTANT')
    staff = await signUp('SUPPORT')
    order = await paidOrder(market)
  })

  it(`8.2.15 numbers are of ${year}: an order, a ticket, an incident, an invoice`, async () => {
    clockAt(at)
    expect(order.number).toMatch(new RegExp(`^CMD-${year}-\\d+$`))
    const person = await signUp()
    const ticket = ok(
      await call(person, 'POST', '/support/tickets', { subject: 'Bonjour', category: 'OTHER', body: 'Bonjour' }),
    )
    expect(ticket.number).toContain(`-${year}-`)
    const incident = ok(
      await call(person, 'POST', '/incidents', { type: 'OTHER', title: 'Bonjour', description: 'Bonjour' }),
    )
    expect(incident.number).toContain(`-${year}-`)
    const asked = await asksFor((await newPlan(monthly('5.00'))).id)
    await pays(asked)
    // The payment may have been asked about half a minute later.
    const [invoice] = await myInvoices(asked.seller)
    expect(invoice.number).toMatch(new RegExp(`^FAC-${dayOf(Date.parse(invoice.issuedAt)).slice(0, 4)}-\\d{6}$`))
  })

  it(`8.4.3 reports count it on ${day}, in ${month}`, async () => {
    clockAt(at + SECOND)
    const sum = async (query: string) => {
      const { rows } = ok(await call(finance, 'GET', `/reports/sales?${query}&currency=USD`))
      return rows.filter(({ gross }: Data) => Number(gross) > 0)
    }
    const days = await sum(`from=${dayBefore(day)}&to=${nextDay(day)}&groupBy=day`)
    expect(days.map((row: Data) => row.period ?? row.date)).toContain(day)
    expect(await sum(`from=${nextDay(day)}&to=${nextDay(day)}`)).toEqual([])
    expect((await sum(`from=${day}&to=${day}`)).length).toBe(1)
    const [whole] = await sum(`from=${day}&to=${day}&groupBy=month`)
    expect(whole.period ?? whole.date).toBe(month)
    const { points } = ok(
      await call(await signUp('ADMIN'), 'GET', `/dashboard/admin/timeseries?metric=orders&from=${day}&to=${day}`),
    )
    expect(points.map(({ date }: Data) => date)).toEqual([day])
    expect(points[0].value).toBeGreaterThan(0)
  })

  it(`8.4.3 lists and exports of ${day} have it, those of the day before have not`, async () => {
    clockAt(at + 2 * SECOND)
    const has = async (path: string, query: string, as: Person) =>
      JSON.stringify((await call(as, 'GET', `${path}?${query}`)).data).includes(order.id)
    expect(await has('/orders/admin', `limit=100&from=${day}&to=${day}`, staff)).toBe(true)
    expect(await has('/orders/admin', `limit=100&from=${dayBefore(day)}&to=${dayBefore(day)}`, staff)).toBe(false)
    const file = await raw(staff, `/orders/admin/export/csv?from=${day}&to=${day}`)
    expect(file.text).toContain(order.number)
    expect(file.headers.get('content-disposition')).toContain(`${day}-${day}.csv`)
    const today = await raw(staff, '/orders/admin/export/csv')
    expect(today.headers.get('content-disposition')).toMatch(new RegExp(`-${day}\\.csv`))
    const transfers = rowsOf(await call(finance, 'GET', `/transactions?limit=100&from=${day}&to=${day}`))
    expect(JSON.stringify(transfers)).toContain(order.id)
    const before = rowsOf(
      await call(finance, 'GET', `/transactions?limit=100&from=${dayBefore(day)}&to=${dayBefore(day)}`),
    )
    expect(JSON.stringify(before)).not.toContain(order.id)
  })

  it(`8.4.3 an expense of ${day} is of today: not in the future, and of its month`, async () => {
    clockAt(at + 3 * SECOND)
    const label = `Loyer ${crypto.randomUUID()}`
    const made = ok(await call(finance, 'POST', '/expenses', expenseBody({ label, incurredAt: day })))
    expect(dayOf(Date.parse(made.incurredAt))).toBe(day)
    expect((await call(finance, 'POST', '/expenses', expenseBody({ incurredAt: nextDay(day) }))).status).toBe(400)
    const listed = async (one: string) =>
      ok(await call(finance, 'GET', `/expenses?limit=100&from=${one}&to=${one}`)).expenses.some(
        ({ id }: Data) => id === made.id,
      )
    expect([await listed(dayBefore(day)), await listed(day), await listed(nextDay(day))]).toEqual([false, true, false])
    const [, ...rows] = cells((await raw(finance, `/expenses/export/csv?from=${day}&to=${day}`)).text)
    expect(rows.some((row) => row.includes(label))).toBe(true)
  })

  it(`8.4.3 a product that expires on ${day} is good until the end of that day`, async () => {
    clockAt(at + 4 * SECOND)
    const [seller, category] = [await newShopkeeper(), await newCategory({ requiresExpiry: true })]
    const product = ok(await createProduct(seller, category, { expiresAt: day }))
    expect(Date.parse(product.expiresAt)).toBe(endOf(day))
    const published = await call(seller, 'POST', `/products/${product.id}/status`, { status: 'PUBLISHED' })
    expect(published.error).toBeUndefined()
    const seen = async () => (await call(guest, 'GET', `/products/${product.id}`)).status
    expect(await seen()).toBe(200)
    expect(ok(await call(seller, 'PUT', `/products/${product.id}`, { expiresAt: nextDay(day) })).expiresAt).toBe(
      iso(endOf(nextDay(day))),
    )
    ok(await call(seller, 'PUT', `/products/${product.id}`, { expiresAt: day }))
    if (endOf(day) - Date.now() > 5 * MINUTE) {
      // Only the moment of the last day of a year goes on to the day after without another moment between.
      const gone = await createProduct(seller, category, { expiresAt: dayBefore(day) })
      if (!gone.error)
        expect(
          (await call(seller, 'POST', `/products/${gone.data.id}/status`, { status: 'PUBLISHED' })).status,
        ).toBeGreaterThanOrEqual(400)
    }
  })

  it(`8.4.3 a statement of ${month} has what was earned now, and the month before has not`, async () => {
    clockAt(at + 5 * SECOND)
    const own = await newMarket()
    await completedOrder(own)
    const statement = async (query: string) => ok(await call(own.seller, 'GET', `/wallet/statement${query}`))
    const now = await statement('')
    expect(now.month).toBe(month)
    expect(now.currencies[0].lines.length).toBeGreaterThan(0)
    const last = monthOf(beginOf(`${month}-01`) - HOUR)
    const before = await statement(`?month=${last}`)
    expect(before.currencies.flatMap(({ lines }: Data) => lines)).toEqual([])
    expect(
      (await call(own.seller, 'GET', `/wallet/statement?month=${monthOf(beginOf(`${month}-01`) + 33 * DAY)}`)).status,
    ).toBe(400)
    const { transactions } = ok(await call(own.seller, 'GET', `/wallet/transactions?from=${day}&to=${day}`))
    expect(transactions.length).toBeGreaterThan(0)
  })

  it('8.4.3 nobody is born tomorrow', async () => {
    clockAt(at + 8 * SECOND)
    const seller = await newSeller()
    expect((await call(seller, 'PUT', '/seller/kyc', { ...IDENTITY, birthDate: nextDay(day) })).status).toBe(400)
  })

  it('8.4.3 a rate that is planned is in force from its instant on', async () => {
    clockAt(at + 10 * SECOND)
    await run('UPDATE exchange_rates SET is_active = 0')
    const admin = await signUp('ADMIN')
    const rate = (value: string, effectiveAt: number) =>
      call(admin, 'POST', '/products/exchange-rates', {
        baseCurrency: 'USD',
        quoteCurrency: 'CDF',
        rate: value,
        source: 'BCC',
        effectiveAt: iso(effectiveAt),
        confirmJump: true,
      })
    ok(await rate('2800', Date.now()))
    ok(await rate('2900', Date.now() + 5 * SECOND))
    const asked = async () =>
      ok(
        await call(guest === null ? await signUp() : guest, 'POST', '/products/exchange-rates/preview', {
          amount: 1,
          from: 'USD',
          to: 'CDF',
        }),
      ).converted
    expect(await asked()).toBe('2800.00')
    clockAt(at + 15 * SECOND - 1)
    expect(await asked()).toBe('2800.00')
    clockAt(at + 15 * SECOND)
    expect(await asked()).toBe('2900.00')
  })
})

/** When a month that begins at an instant ends, as people in Lubumbashi count. */
const PERIODS: [from: string, cycle: 'MONTHLY' | 'YEARLY', ends: string[]][] = [
  // 31 January 00:30 in Lubumbashi: 28 February, 31 March, 30 April.
  [
    '2029-01-30T22:30:00.000Z',
    'MONTHLY',
    ['2029-02-27T22:30:00.000Z', '2029-03-30T22:30:00.000Z', '2029-04-29T22:30:00.000Z'],
  ],
  // 31 January 23:30 UTC is 1 February there.
  ['2030-01-31T23:30:00.000Z', 'MONTHLY', ['2030-02-28T23:30:00.000Z', '2030-03-31T23:30:00.000Z']],
  // 31 December 21:30 UTC is 23:30 there.
  [
    '2030-12-31T21:30:00.000Z',
    'MONTHLY',
    ['2031-01-31T21:30:00.000Z', '2031-02-28T21:30:00.000Z', '2031-03-31T21:30:00.000Z'],
  ],
  // The last day of February seen from there, in a leap year.
  ['2032-02-28T22:30:00.000Z', 'YEARLY', ['2033-02-27T22:30:00.000Z']],
  ['2032-02-29T22:30:00.000Z', 'YEARLY', ['2033-02-28T22:30:00.000Z']],
  // 29 February there.
  ['2036-01-28T22:30:00.000Z', 'MONTHLY', ['2036-02-28T22:30:00.000Z', '2036-03-28T22:30:00.000Z']],
]

describe('a period of a subscription', () => {
  it.each(PERIODS)(
    '8.4.3 from %s, %s, ends at %j',
    async (from, billingCycle, ends) => {
      clockAt(Date.parse(from))
      const plan = await newPlan([{ billingCycle, currency: 'USD', amount: '0' }] as never)
      let seller = await newSeller()
      const first = ok(
        await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, freshPhone(), { billingCycle })),
      )
      expect(first.subscription.currentPeriodStart ?? first.subscription.startsAt).toBe(from)
      for (const [i, end] of ends.entries()) {
        const { subscription } = ok(await call(seller, 'GET', '/subscriptions/me'))
        expect(subscription.currentPeriodEnd ?? subscription.endsAt, `period ${i + 1}`).toBe(end)
        // A free plan renews itself.
        clockAt(Date.parse(end) + MINUTE)
        for (let turn = 0; turn < 3; turn++) await minuteCronAfter(SECOND)
        await hourCronAfter(SECOND)
        seller = await again(seller)
      }
    },
    120_000,
  )

  it('8.4.3 is printed with the days of UTC+2', async () => {
    clockAt(Date.parse('2037-01-30T22:30:00.000Z'))
    const asked = await asksFor((await newPlan(monthly('5.00'))).id)
    await pays(asked)
    const [invoice] = await myInvoices(asked.seller)
    expect(invoice.lines[0].description).toContain('31/01/2037')
    expect(invoice.lines[0].description).toContain('28/02/2037')
  })
})
