import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { lastNumber, takeNumbers } from '#domain/core/series.ts'
import { openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()
const ORDERS = { name: 'orders', prefix: 'CMD' }
const INVOICES = { name: 'invoices', prefix: 'FAC' }

async function taken(now: number, series: typeof ORDERS, count = 1): Promise<string[]> {
  const ctx = { ...domain.ctx, now }
  await takeNumbers(ctx, series, count)
  const before = Array.from({ length: count }, (_, i) => count - 1 - i)
  const rows = await Promise.all(
    before.map((each) => ctx.db.get<{ number: string }>(sql`SELECT ${lastNumber(ctx, series, each)} AS number`)),
  )
  return rows.map(({ number }) => number)
}

it('numbers go on from those that were given, several at once in their order', async () => {
  domain.add('counters', { name: 'series:orders:2026', value: 41 })
  expect(await taken(Date.UTC(2026, 5, 1), ORDERS)).toEqual(['CMD-2026-000042'])
  expect(await taken(Date.UTC(2026, 5, 1), ORDERS, 3)).toEqual([
    'CMD-2026-000043',
    'CMD-2026-000044',
    'CMD-2026-000045',
  ])
  expect(await taken(Date.UTC(2026, 5, 1), INVOICES)).toEqual(['FAC-2026-000001'])
})

it('every series has the year of UTC+2', async () => {
  const lastEvening = Date.UTC(2026, 11, 31, 22, 30)
  expect(await taken(lastEvening, ORDERS)).toEqual(['CMD-2027-000001'])
  expect(await taken(lastEvening, INVOICES)).toEqual(['FAC-2027-000001'])
  expect(await taken(Date.UTC(2026, 11, 31, 21, 59), ORDERS)).toEqual(['CMD-2026-000001'])
  expect(await taken(Date.UTC(2027, 0, 1), ORDERS)).toEqual(['CMD-2027-000002'])
})
