import { beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

fromNoon()

let [accountant, support]: Person[] = []
let market: Awaited<ReturnType<typeof newMarket>>
const today = new Date(Date.now() + 7_200_000).toISOString().slice(0, 10)
const read = async (as: Person | undefined, path: string) => call(as as Person, 'GET', path)

beforeAll(async () => {
  ;[accountant, support, market] = [await signUp('ACCOUNTANT'), await signUp('SUPPORT'), await newMarket()]
  await paidOrder(market)
})

it('a report of things has their time only where one is asked for', async () => {
  const sold = async (groupBy: string) => {
    const { data } = await read(accountant, `/reports/sellers?currency=USD${groupBy}`)
    return data.rows.find(
      ({ sellerProfileId }: { sellerProfileId: string }) => sellerProfileId === market.seller.profileId,
    )
  }
  const row = {
    sellerProfileId: market.seller.profileId,
    businessName: 'Kivu Frais',
    currency: 'USD',
    orders: 1,
    amount: '25.00',
  }
  expect(await sold('')).toEqual(row)
  expect(await sold('&groupBy=day')).toEqual({ period: today, ...row })
  expect(await sold('&groupBy=month')).toEqual({ period: today.slice(0, 7), ...row })
})

it('a day that is touched counts whole, and a time that ends before it begins is refused', async () => {
  const orders = async (from: string, to: string) =>
    (await read(accountant, `/reports/orders?from=${from}&to=${to}`)).data.totals
  const whole = await orders(today, today)
  const begins = Date.parse(`${today}T00:00:00.000Z`) - 7_200_000
  const [early, late] = [begins + 60_000, begins + 120_000].map((ms) => new Date(ms).toISOString())
  expect(whole[0].orders).toBeGreaterThan(0)
  expect(await orders(early as string, late as string)).toEqual(whole)
  expect((await read(accountant, '/reports/orders?from=2026-02-02&to=2026-02-01')).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'to' }],
  })
})

it('a time without anything has no rows and no totals', async () => {
  const { data } = await read(accountant, '/reports/sales?from=2020-01-01&to=2020-12-31')
  expect([data.rows, data.totals]).toEqual([[], []])
})

it('SUPPORT sees no money on the dashboard and no series of it, and counts all the same', async () => {
  expect(Object.keys((await read(support, '/dashboard/admin')).data).sort()).toEqual(['orders', 'waiting'])
  const series = (metric: string) => read(support, `/dashboard/admin/timeseries?metric=${metric}`)
  for (const metric of ['sales', 'refunds']) expect((await series(metric)).error?.code).toBe('FORBIDDEN')
  for (const metric of ['orders', 'users', 'deliveries'])
    expect((await series(metric)).data.total).toEqual(expect.any(Number))
  expect((await read(support, '/dashboard/admin/timeseries')).data.metric).toBe('orders')
})

it('a series of money is in dollars where no currency is named, one of counts in all of them', async () => {
  const series = async (query: string) => (await read(accountant, `/dashboard/admin/timeseries?${query}`)).data
  expect(await series('metric=sales')).toMatchObject({ currency: 'USD', total: '27.00' })
  expect(await series('metric=sales&currency=CDF')).toMatchObject({ currency: 'CDF', total: '0.00' })
  expect(await series('metric=orders')).toMatchObject({ currency: null })
  expect((await series('metric=users&currency=CDF')).currency).toBeNull()
})
