import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newRider, type Rider } from '#testing/fixtures/deliveries.ts'

/** A share that was paid to a rider at this time. */
const pay = (rider: Rider, at: string, amount: number, currency = 'USD') =>
  run(
    `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
     VALUES (?1, 'order:rider', ?1, 'platform:delivery', ?2, ?3, ?4, ?5)`,
    crypto.randomUUID(),
    `rider:${rider.riderId}:available`,
    amount,
    currency,
    Date.parse(at),
  )
const earnings = (rider: Rider, query = '') => call(rider, 'GET', `/riders/me/earnings?${query}`)

it('shows a rider’s days, newest first, page by page, and the totals of all of them', async () => {
  const [rider, other] = [await newRider(), await newRider()]
  await pay(other, '2026-11-03T10:00:00Z', 999)
  await pay(rider, '2026-11-01T21:59:00Z', 160)
  await pay(rider, '2026-11-01T22:01:00Z', 100)
  await pay(rider, '2026-11-02T10:00:00Z', 60)
  await pay(rider, '2026-11-02T10:00:00Z', 448_000, 'CDF')
  await pay(rider, '2026-11-05T10:00:00Z', 5)
  const first = await earnings(rider, 'limit=3')
  expect(first.headers.get('x-d1-round-trips')).toBe('2')
  expect(first.data).toEqual({
    totals: [
      { currency: 'USD', earned: '3.25', deliveries: 4 },
      { currency: 'CDF', earned: '4480.00', deliveries: 1 },
    ],
    days: [
      { date: '2026-11-05', currency: 'USD', earned: '0.05', deliveries: 1 },
      { date: '2026-11-02', currency: 'USD', earned: '1.60', deliveries: 2 },
      { date: '2026-11-02', currency: 'CDF', earned: '4480.00', deliveries: 1 },
    ],
    pagination: { page: 1, limit: 3, total: 4, totalPages: 2 },
  })
  const second = await earnings(rider, 'limit=3&page=2')
  expect(second.data.days).toEqual([{ date: '2026-11-01', currency: 'USD', earned: '1.60', deliveries: 1 }])
  expect(second.data.totals).toEqual(first.data.totals)
})

it('takes a period of whole days, or of the days that instants are in', async () => {
  const rider = await newRider()
  for (const day of ['01', '02', '03']) await pay(rider, `2026-11-${day}T10:00:00Z`, 100)
  const dates = async (query: string) =>
    (await earnings(rider, query)).data.days.map(({ date }: { date: string }) => date.slice(8))
  expect(await dates('from=2026-11-02')).toEqual(['03', '02'])
  expect(await dates('to=2026-11-02')).toEqual(['02', '01'])
  expect(await dates('from=2026-11-02&to=2026-11-02')).toEqual(['02'])
  expect(await dates('from=2026-11-01T22:00:00Z')).toEqual(['03', '02'])
  expect(await dates('to=2026-11-01T22:00:00Z')).toEqual(['01'])
  expect(await dates('to=9999-12-31T23:59:59Z')).toEqual(['03', '02', '01'])
  const { data } = await earnings(rider, 'from=2026-11-02&to=2026-11-02')
  expect(data.totals).toEqual([{ currency: 'USD', earned: '1.00', deliveries: 1 }])
  expect((await earnings(rider, 'from=2026-11-02&to=2026-11-01')).error?.details?.[0]?.field).toBe('to')
})
