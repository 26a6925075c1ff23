import { exports } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { confirmExpense, expenseCode, newExpense } from '#testing/fixtures/expenses.ts'
import { clientRequest, expenseBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'

let accountant: Person
beforeEach(async () => {
  accountant = await signUp('ACCOUNTANT')
})
const create = (more: Record<string, unknown>) => call(accountant, 'POST', '/expenses', expenseBody(more))
const edit = (id: string, body: unknown) => call(accountant, 'PUT', `/expenses/${id}`, body)
const list = async (query: string) => (await call(accountant, 'GET', `/expenses?${query}`)).data
const _fieldsOf = async (answer: ReturnType<typeof create>) => (await answer).error?.details?.map(({ field }) => field)

it('a list has the sums of all that its filter finds, in each currency', async () => {
  const admin = await signUp('ADMIN')
  const vendor = `Garage ${crypto.randomUUID().slice(0, 8)}`
  const make = (more: Record<string, unknown>) => newExpense({ vendor, category: 'FUEL', ...more }, accountant)
  const one = await make({ amount: '10.00', incurredAt: '2025-03-01' })
  await make({ amount: '2.50', incurredAt: '2025-03-02T09:00:00Z' })
  await make({ amount: '700.00', currency: 'CDF', incurredAt: '2025-03-02T20:00:00Z' })
  await make({ amount: '5000', currency: 'RWF', incurredAt: '2025-03-03T21:59:59Z', category: 'TAXES' })
  await confirmExpense(admin, one.id, await expenseCode(admin, one.id))

  const search = `search=${encodeURIComponent(vendor)}`
  const inMarch = 'from=2025-03-01&to=2025-03-03'
  const usd = (amount: string) => ({ currency: 'USD', amount })
  const [cdf, rwf] = [
    { currency: 'CDF', amount: '700.00' },
    { currency: 'RWF', amount: '5000' },
  ]
  for (const [query, totals, total] of [
    [inMarch, [cdf, rwf, usd('12.50')], 4],
    [search, [cdf, rwf, usd('12.50')], 4],
    [`${search}&${inMarch}&status=APPROVED`, [usd('10.00')], 1],
    [`${inMarch}&status=APPROVED`, [usd('10.00')], 1],
    [`${inMarch}&category=FUEL`, [cdf, usd('12.50')], 3],
    [`${inMarch}&category=FUEL&currency=USD&status=PENDING`, [usd('2.50')], 1],
    ['from=2025-03-02&to=2025-03-02', [cdf, usd('2.50')], 2],
    ['from=2025-03-02T09:00:00Z&to=2025-03-02T20:00:00Z', [usd('2.50')], 1],
    ['from=2025-03-02T09:00:01Z&to=2025-03-03T22:00:00Z', [cdf, rwf], 2],
    ['from=2025-02-28T12:00:00Z&to=2025-03-02T21:00:00Z', [cdf, usd('12.50')], 3],
    ['to=2025-03-01', [usd('10.00')], 1],
    [`${inMarch}&currency=CDF`, [cdf], 1],
    ['from=2025-04-01&to=2025-04-30', [], 0],
  ] as const) {
    const found = await list(query)
    expect(found.totals, query).toEqual(totals)
    expect(found.pagination.total, query).toBe(total)
    expect(found.expenses, query).toHaveLength(total)
  }
  const times = (await list(`${inMarch}&limit=3`)).expenses.map(({ incurredAt }: { incurredAt: string }) => incurredAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect((await list(`${inMarch}&limit=3&page=2`)).expenses).toMatchObject([{ id: one.id }])
  const everything = await list('limit=1')
  expect(everything.pagination.total).toBeGreaterThan(3)
  expect(everything.totals.map(({ currency }: { currency: string }) => currency)).toEqual(['CDF', 'RWF', 'USD'])
  expect((await call(accountant, 'GET', '/expenses?from=2025-03-02&to=2025-03-01')).status).toBe(400)
  expect((await call(accountant, 'GET', '/expenses?owner=x')).status).toBe(400)
})

it('a search finds the beginnings of words of label, vendor and notes, whatever their accents', async () => {
  const word = `zeb${crypto.randomUUID().slice(0, 6)}`
  const ids = [
    (await newExpense({ label: `Réparation ${word}` })).id,
    (await newExpense({ vendor: `Éts ${word}x` })).id,
    (await newExpense({ notes: `chez ${word.toUpperCase()}` })).id,
  ]
  const found = async (search: string) => (await list(`search=${encodeURIComponent(search)}`)).pagination.total
  expect(await found(word)).toBe(3)
  expect(await found(`reparation ${word}`)).toBe(1)
  expect(await found(`"${word}" OR`)).toBe(0)
  await edit(ids[0] ?? '', { label: 'Autre chose' })
  expect(await found(word)).toBe(2)
})

const file = async (query: string, as = accountant) => {
  const request = new Request(`http://localhost:8787/api/v1/expenses/export/csv?${query}`, clientRequest(as, 'GET'))
  const response = await exports.default.fetch(request)
  return { response, lines: (await response.text()).split('\r\n') }
}

it('the file goes on after its first 500 rows, also of a search', async () => {
  const [{ id }, vendor] = [await newExpense(), `w${crypto.randomUUID().slice(0, 8)}`]
  await run(
    `INSERT INTO expenses (id, label, category, amount_minor, currency, incurred_at, day, vendor, status, created_by, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     SELECT ? || '-' || i, 'Ligne', 'OTHER', i, 'USD', 1000000000000 + i / 3, '2001-09-09', ?, 'PENDING', 'x', 1, 1 FROM n`,
    id,
    vendor,
  )
  await run(
    `INSERT INTO history (thing_id, version, thing, event, to_status, at)
     SELECT id, 1, 'expense', 'create', 'PENDING', 1 FROM expenses WHERE vendor = ?`,
    vendor,
  )
  const sum = 'from=2001-09-09&to=2001-09-09'
  expect((await list(`${sum}&limit=1`)).totals).toEqual([{ currency: 'USD', amount: '7206.00' }])
  for (const query of [sum, `search=${vendor}`]) {
    const { lines } = await file(query)
    expect(lines, query).toHaveLength(1202)
    expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0])).size, query).toBe(1200)
  }
  expect((await list(`search=${vendor}&limit=1`)).pagination.total).toBe(1000)
})
