import { exports } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { confirmExpense, expenseCode, newExpense, readExpense } from '#testing/fixtures/expenses.ts'
import { clientRequest, expenseBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'

let accountant: Person
beforeEach(async () => {
  accountant = await signUp('ACCOUNTANT')
})
const create = (more: Record<string, unknown>) => call(accountant, 'POST', '/expenses', expenseBody(more))
const edit = (id: string, body: unknown) => call(accountant, 'PUT', `/expenses/${id}`, body)
const list = async (query: string) => (await call(accountant, 'GET', `/expenses?${query}`)).data
const fieldsOf = async (answer: ReturnType<typeof create>) => (await answer).error?.details?.map(({ field }) => field)

it('an expense says what finance wrote down, and waits', async () => {
  const given = { vendor: 'SCI Kivu', paymentMethod: 'BANK_TRANSFER', notes: 'Novembre', incurredAt: '2026-11-20' }
  const { status, data } = await create(given)
  expect(status).toBe(201)
  expect(data).toMatchObject({
    ...expenseBody(given),
    incurredAt: '2026-11-20T00:00:00.000Z',
    status: 'PENDING',
    createdBy: accountant.id,
    approvedBy: null,
    approvedAt: null,
    rejectionReason: null,
    version: 1,
  })
  expect(await readExpense(await signUp('ADMIN'), data.id)).toEqual(data)
})

it('only what the choices have, and nothing that is still to come', async () => {
  const { categories, paymentMethods, currencies } = (await call(accountant, 'GET', '/expenses/meta')).data
  expect(categories).toContain('RENT')
  expect(paymentMethods).toContain('CASH')
  expect(currencies).toEqual(['USD', 'CDF', 'RWF'])
  expect(await fieldsOf(create({ category: 'PARTY' }))).toEqual(['category'])
  expect(await fieldsOf(create({ category: undefined }))).toEqual(['category'])
  expect(await fieldsOf(create({ paymentMethod: 'GOLD' }))).toEqual(['paymentMethod'])
  expect(await fieldsOf(create({ label: 'x' }))).toEqual(['label'])
  expect(await fieldsOf(create({ amount: '0' }))).toEqual(['amount'])
  expect(await fieldsOf(create({ amount: '1.5', currency: 'RWF' }))).toEqual(['amount'])
  const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString()
  for (const incurredAt of [tomorrow, tomorrow.slice(0, 10)])
    expect(await fieldsOf(create({ incurredAt })), incurredAt).toEqual(['incurredAt'])
  const local = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10)
  expect((await create({ incurredAt: local })).status).toBe(201)
})

it('an edit changes what it is given, of the version that was read', async () => {
  const { id } = await newExpense({ vendor: 'SCI Kivu' })
  const once = await edit(id, { amount: 12, vendor: null, version: 1 })
  expect(once.data).toMatchObject({ amount: '12.00', vendor: null, label: 'Loyer du dépôt', version: 2 })
  expect((await edit(id, { label: 'Autre', version: 1 })).error?.reason).toBe('VERSION_MISMATCH')
  expect((await edit(id, { currency: 'CDF' })).data).toMatchObject({ amount: '12.00', currency: 'CDF', version: 3 })
  expect(await fieldsOf(edit(id, { currency: 'RWF' }))).toEqual(['amount'])
  expect((await edit(id, { currency: 'RWF', amount: 1200 })).data).toMatchObject({ amount: '1200', currency: 'RWF' })
  expect((await edit(id, { incurredAt: '2026-10-02T10:00:00Z' })).data.incurredAt).toBe('2026-10-02T10:00:00.000Z')
  expect((await edit(id, { status: 'APPROVED' })).status).toBe(400)
  expect((await edit('pas-un-id', { label: 'Autre' })).status).toBe(404)
})

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

it('the file has every row of the filter, and nothing that a spreadsheet runs', async () => {
  const vendor = `v${crypto.randomUUID().slice(0, 8)}`
  await newExpense({ vendor, label: '=SOMME(A1)', notes: 'un, "deux"\ntrois', incurredAt: '2025-06-01' })
  await newExpense({ vendor, label: 'Carburant', incurredAt: '2025-06-02' })
  const { response, lines } = await file('from=2025-06-01&to=2025-06-30')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain('expenses-2025-06-01-2025-06-30.csv')
  expect(lines[0]).toBe(
    'id,label,category,amount,currency,incurredAt,vendor,paymentMethod,notes,status,createdBy,approvedBy,approvedAt,rejectionReason,reversedAt,version,createdAt',
  )
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(',Carburant,RENT,450.00,USD,2025-06-02T00:00:00.000Z,')
  expect(lines[2]).toContain(",'=SOMME(A1),")
  expect(lines[2]).toContain('"un, ""deux""\ntrois"')
  expect((await file(`search=${vendor}`)).lines).toHaveLength(4)
  expect((await file(`search=${vendor}&status=APPROVED`)).lines).toHaveLength(2)
  expect((await file('', await signUp('SUPPORT'))).response.status).toBe(403)
})

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
