import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { cells, dayOf, ok, raw } from '#testing/stories/books.ts'
import { approveExpense, choices, newExpense, rejectExpense } from '#testing/stories/expenses.ts'
import { DAY } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

fromNoon()

// Rule: GET /expenses {expenses, pagination, totals}: filters status, category, currency, from, to, search; totals [{currency,
// amount}] of all that is filtered, currencies never mixed. CSV of the same filter: RFC 4180, CRLF, UTF-8, header = JSON keys, a
// leading ' before = + - @ tab CR except in plain numbers, `<name>-<from>-<to>.csv`.
//
// Silent: whether from and to are of incurredAt or createdAt (tested where both say the same); whether rejected ones count in
// totals without a filter by status (tested with filters); what search looks at beside the label.

let finance: Person
let ids: Record<'rent' | 'fuel' | 'water' | 'formula', string>
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  const { categories } = await choices(finance)
  const second = { category: categories[1] ?? categories[0] }
  const rent = await newExpense(finance, { label: 'Loyer du dépôt', amount: '100.10' })
  const fuel = await newExpense(finance, {
    label: 'Gazole, «premier» choix',
    amount: '20.20',
    vendor: 'Total "Lac"',
    notes: 'Plein du mardi',
    ...second,
  })
  const water = await newExpense(finance, { label: 'Eau', amount: '5000', currency: 'CDF', notes: 'Deux\nlignes' })
  const formula = await newExpense(finance, { label: '=SUM(A1:A9)', amount: '1.00', vendor: '+243 81', notes: '@moi' })
  await approveExpense(rent.id)
  await approveExpense(fuel.id)
  ok(await rejectExpense(await signUp('ADMIN'), formula.id))
  ids = { rent: rent.id, fuel: fuel.id, water: water.id, formula: formula.id }
})
const list = async (query = ''): Promise<Data> => ok(await call(finance, 'GET', `/expenses?limit=100&${query}`))
const idsOf = ({ expenses }: Data): string[] => expenses.map(({ id }: Data) => id)

describe('the list of expenses', () => {
  it('is newest first, in pages, with a total by currency of all that is filtered', async () => {
    expect(idsOf(await list())).toEqual([ids.formula, ids.water, ids.fuel, ids.rent])
    const { expenses, pagination, totals } = ok(await call(finance, 'GET', '/expenses?status=APPROVED&limit=1'))
    expect(expenses.map(({ id }: Data) => id)).toEqual([ids.fuel])
    expect(pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 })
    expect(totals).toEqual([{ currency: 'USD', amount: '120.30' }])
    expect((await call(finance, 'GET', '/expenses?limit=101')).status).toBe(400)
  })

  it('is filtered by status, category, currency and words', async () => {
    expect(idsOf(await list('status=PENDING'))).toEqual([ids.water])
    expect(idsOf(await list('status=REJECTED'))).toEqual([ids.formula])
    const inFrancs = await list('currency=CDF')
    expect([idsOf(inFrancs), inFrancs.totals]).toEqual([[ids.water], [{ currency: 'CDF', amount: '5000.00' }]])
    const { categories } = await choices(finance)
    if (categories.length > 1)
      expect(idsOf(await list(`category=${encodeURIComponent(categories[1] ?? '')}`))).toEqual([ids.fuel])
    expect(idsOf(await list('search=depot'))).toEqual([ids.rent])
    expect(idsOf(await list('search=LOY'))).toEqual([ids.rent])
    const none = await list('search=introuvable')
    expect([none.expenses, none.totals]).toEqual([[], []])
    for (const bad of ['status=PERDU', 'currency=EUR', 'from=hier', 'wrong=1'])
      expect((await call(finance, 'GET', `/expenses?${bad}`)).status, bad).toBe(400)
  })

  it('is of a time: from counts, a plain day of `to` counts whole', async () => {
    const today = dayOf(Date.now())
    expect(idsOf(await list(`from=${today}&to=${today}`))).toHaveLength(4)
    expect(idsOf(await list(`from=${dayOf(Date.now() + DAY)}`))).toEqual([])
    expect(idsOf(await list(`to=${dayOf(Date.now() - DAY)}`))).toEqual([])
  })
})

describe('the CSV of expenses', () => {
  it('has all rows of the filter, the keys of the answer as its head, quotes and ends of lines as RFC 4180 writes them', async () => {
    const today = dayOf(Date.now())
    const { status, headers, text } = await raw(finance, `/expenses/export/csv?from=${today}&to=${today}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toContain(`expenses-${today}-${today}.csv`)
    expect(text.replaceAll('\r\n', '').replaceAll('Deux\nlignes', '')).not.toMatch(/[\r\n]/)
    const [head = [], ...rows] = cells(text)
    expect(head.join()).toBe(
      'id,label,category,amount,currency,incurredAt,vendor,paymentMethod,notes,status,createdBy,approvedBy,approvedAt,rejectionReason,reversedAt,version,createdAt',
    )
    expect(Object.keys((await list()).expenses[0])).toEqual(expect.arrayContaining(head))
    const row = (id: string) => rows.find((one) => one[head.indexOf('id')] === id) ?? []
    const cell = (id: string, key: string) => row(id)[head.indexOf(key)]
    expect(rows).toHaveLength(4)
    expect(cell(ids.fuel, 'label')).toBe('Gazole, «premier» choix')
    expect(cell(ids.fuel, 'vendor')).toBe('Total "Lac"')
    expect(cell(ids.water, 'amount')).toBe('5000.00')
    expect(cell(ids.water, 'notes')).toMatch(/^Deux\r?\nlignes$/)
  })

  it('runs nothing in a spreadsheet', async () => {
    const [head = [], ...rows] = cells((await raw(finance, '/expenses/export/csv?status=REJECTED')).text)
    expect(rows).toHaveLength(1)
    const cell = (key: string) => rows[0]?.[head.indexOf(key)]
    expect([cell('label'), cell('vendor'), cell('notes')]).toEqual(["'=SUM(A1:A9)", "'+243 81", "'@moi"])
    expect(cell('amount')).toBe('1.00')
  })
})
