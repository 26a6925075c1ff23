import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { deliveredOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { codeFor } from '#testing/sandbox.ts'
import { completedOrder } from '#testing/stories/books.ts'
import { again, clockAt, DAY, rate } from '#testing/stories/money.ts'
import { type Data, dayOf, expectOnly, FINANCE_AND_STAFF, ok, refundWhole, units } from '#testing/stories/office.ts'

fromNoon()

// Rule: GET /dashboard/admin/timeseries, metric orders, sales, users, deliveries, refunds: {metric, currency, points [{date,
// value}], total}, zeros included; from, to, days of UTC+2 as for reports.
//
// Silent: whether a point is of a day whatever the range (a week is asked: 7 points); the currency of counts, and which one
// sales have when none is named (USD is named); whether values of money are text or numbers; what SUPPORT sees of sales and
// refunds here (its dashboard shows no money); whether orders and deliveries count at their beginning or end; whether a person
// counts when the account is made or proved.

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
const METRICS = ['orders', 'sales', 'users', 'deliveries', 'refunds'] as const
type Metric = (typeof METRICS)[number]
const MONEY: readonly Metric[] = ['sales', 'refunds']
const path = (metric: string, query: string) => `/dashboard/admin/timeseries?metric=${metric}&${query}`
/** A series of these days; sums are looked at too. */
async function series(metric: Metric, from = dayOf(Date.now()), to = from, as = admin): Promise<Data> {
  const money = MONEY.includes(metric) ? '&currency=USD' : ''
  const found = ok(await call(as, 'GET', path(metric, `from=${from}&to=${to}${money}`)))
  expect(found.metric).toBe(metric)
  if (money) expect(found.currency).toBe('USD')
  const sum = found.points.reduce((all: number, { value }: Data) => all + Number(value), 0)
  expect(Number(found.total)).toBeCloseTo(sum, 6)
  return found
}
/** By how much the total of today changes while this runs. */
async function change(metric: Metric, act: () => Promise<unknown>) {
  const before = Number((await series(metric)).total)
  await act()
  return Number((await series(metric)).total) - before
}

describe.each(METRICS)('the series of %s', (metric) => {
  it('has a point for each day of the range, zeros too, oldest first', async () => {
    const { points, total } = await series(metric, '2025-03-03', '2025-03-09')
    expect(points.map(({ date }: Data) => date.slice(0, 10))).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((day) => `2025-03-0${day}`),
    )
    expect(points.map(({ value }: Data) => Number(value))).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(Number(total)).toBe(0)
    for (const point of points) expect(Object.keys(point).sort()).toEqual(['date', 'value'])
  })

  it('is of at most 366 days', async () => {
    const currency = MONEY.includes(metric) ? '&currency=USD' : ''
    const status = async (query: string) => (await call(admin, 'GET', path(metric, `${query}${currency}`))).status
    expect(await status('from=2024-01-01&to=2024-12-31')).toBe(200)
    for (const wrong of ['from=2024-01-01&to=2025-01-01', 'from=hier', 'wrong=1']) expect(await status(wrong)).toBe(400)
  })
})

describe('the series', () => {
  it('are for staff and finance', async () => {
    await expectOnly(FINANCE_AND_STAFF, ['GET', '/dashboard/admin/timeseries?metric=orders'])
    for (const role of FINANCE_AND_STAFF)
      expect((await call(await signUp(role), 'GET', '/dashboard/admin/timeseries?metric=orders')).status, role).toBe(
        200,
      )
    expect((await call(admin, 'GET', '/dashboard/admin/timeseries?metric=mood')).status).toBe(400)
  })

  it('of sales and orders count an order that was paid once', async () => {
    const market = await newMarket()
    expect(await change('sales', () => paidOrder(market))).toBe(27)
    expect(await change('orders', () => completedOrder(market))).toBe(1)
  })

  it('of sales never mix currencies', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const market = await newMarket({ price: '2800.00' }, { currency: 'CDF' })
    expect(await change('sales', () => paidOrder(market, { currency: 'CDF', network: 'airtel' }))).toBe(0)
    const today = dayOf(Date.now())
    const { total } = ok(await call(admin, 'GET', path('sales', `from=${today}&to=${today}&currency=CDF`)))
    expect(Number(total)).toBe(11_200)
  })

  it('of deliveries count a parcel that arrived once', async () => {
    const market = await newMarket()
    expect(await change('deliveries', () => deliveredOrder(market))).toBe(1)
  })

  it('of refunds count what went back', async () => {
    const { id } = await completedOrder(await newMarket())
    const moved = await change('refunds', () => refundWhole(admin, id))
    expect(units(String(moved))).toBe(2700)
  })

  it('of people count somebody who joined', async () => {
    const joined = async () => {
      const email = freshEmail('nouveau')
      ok(
        await call(guest, 'POST', '/auth/create-account', {
          name: 'Nadia Furaha',
          email,
          password: PASSWORD,
          role: 'BUYER',
        }),
      )
      ok(await call(guest, 'POST', '/auth/verify-email', { email, code: await codeFor(email, 'EMAIL') }))
    }
    expect(await change('users', joined)).toBe(1)
  })

  it('keep each day apart', async () => {
    const market = await newMarket()
    const days = ['2083-02-08', '2083-02-09', '2083-02-11']
    for (const day of days) {
      clockAt(Date.parse(`${day}T12:00:00.000Z`))
      await paidOrder({ ...market, buyer: await signUp() })
    }
    clockAt(Date.now() + DAY)
    const { points, total } = await series('sales', '2083-02-08', '2083-02-12', await again(admin))
    expect(points.map(({ value }: Data) => Number(value))).toEqual([27, 27, 0, 27, 0])
    expect(Number(total)).toBe(81)
  })
})
