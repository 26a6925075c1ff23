import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { completedOrder } from '#testing/stories/books.ts'
import { DAY, rate } from '#testing/stories/money.ts'
import {
  type Data,
  dayOf,
  expectAddsUp,
  expectOnly,
  FINANCE,
  FINANCE_AND_STAFF,
  REPORTS,
  type ReportName,
  report,
  reportCsv,
} from '#testing/stories/office.ts'

fromNoon()

// Rule: nine reports, each {rows, totals, generatedAt} and as CSV: from inclusive, to exclusive (a plain day included), ISO or
// YYYY-MM-DD, days of UTC+2, default 30 days, at most 366. currency absent: a row and a totals entry per currency, never mixed.
// finance; SUPPORT orders and deliveries only. CSV: comma, CRLF, UTF-8, the JSON keys as its head, all rows, a leading ' before
// = + - @ tab CR except in plain numbers, `<name>-<from>-<to>.csv`.
//
// Silent: what the keys of most rows are called; whether days without anything have a row; whether the name of a CSV shows `to` as
// it was asked or as the day after. Chosen: an instant in the middle of a day takes that day whole, the answer names the first and
// the last, and an empty period is 400.

let finance: Person
let today: string
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  today = dayOf(Date.now())
  await rate('USD', 'CDF', 280_000_000_000)
  await completedOrder(await newMarket({}, { name: '=SUM(A1:A9), "Kivu"' }))
  await completedOrder(await newMarket({ price: '2800.00' }, { currency: 'CDF' }), {
    currency: 'CDF',
    network: 'airtel',
  })
})
const range = (from = today, to = today) => `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`
const status = async (name: ReportName, query: string, more = '') =>
  (await call(finance, 'GET', `/reports/${name}${more}?${query}`)).status
const withoutTime = ({ generatedAt: _, ...rest }: Data) => rest

describe.each(REPORTS)('the report of %s', (name) => {
  it('adds up: every total is the sum of its rows, each currency apart', async () => {
    const all = await report(finance, name, range())
    expectAddsUp(all, name)
    for (const currency of ['USD', 'CDF']) {
      const one = await report(finance, name, `${range()}&currency=${currency}`)
      expectAddsUp(one, name)
      expect(one.rows).toEqual(all.rows.filter((row: Data) => row.currency === currency))
      expect(one.totals.filter((row: Data) => row.currency !== currency)).toEqual([])
      for (const total of one.totals) expect(all.totals).toContainEqual(total)
    }
  })

  it('takes days and instants, the last 30 days where nothing is said, and at most 366', async () => {
    const [plain, instants] = [
      range(today, today),
      range(`${dayOf(Date.now() - DAY)}T22:00:00.000Z`, `${today}T22:00:00.000Z`),
    ]
    expect(withoutTime(await report(finance, name, instants))).toEqual(withoutTime(await report(finance, name, plain)))
    expect((await report(finance, name)).totals).toEqual((await report(finance, name, plain)).totals)
    expect(await status(name, range('2024-01-01', '2024-12-31'))).toBe(200)
    expect(await status(name, range('2024-01-01', '2025-01-01'))).toBe(400)
    const [noon, later] = [`${today}T10:00:00.000Z`, `${today}T10:00:00.001Z`]
    const cut = await report(finance, name, range(noon, later))
    expect(withoutTime(cut)).toEqual(withoutTime(await report(finance, name, plain)))
    expect([cut.from, cut.to, cut.omitted]).toEqual([today, today, 0])
    for (const empty of [range(noon, noon), range(later, noon)]) {
      expect(await status(name, empty), empty).toBe(400)
      expect(await status(name, empty, '/export/csv'), empty).toBe(400)
    }
    expect(await status(name, range('2025-01-01T12:00:00Z', '2026-01-02T12:00:00Z'))).toBe(400)
    for (const wrong of ['from=hier', 'to=2026-13-01', 'currency=EUR', 'groupBy=hour', 'wrong=1']) {
      expect(await status(name, wrong), wrong).toBe(400)
      expect(await status(name, wrong, '/export/csv'), wrong).toBe(400)
    }
  })

  it('is the same as CSV: every row, every key', async () => {
    const { rows } = await report(finance, name, range())
    const csv = await reportCsv(finance, name, range())
    expect(csv.status).toBe(200)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="?${name}-${today}-\\d{4}-\\d\\d-\\d\\d\\.csv`),
    )
    expect(csv.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(csv.rows).toHaveLength(rows.length)
    for (const [i, row] of rows.entries()) {
      expect([...csv.head].sort()).toEqual(Object.keys(row).sort())
      for (const [j, key] of csv.head.entries()) {
        const cell = csv.rows[i]?.[j] ?? ''
        const said = row[key] === null ? '' : String(row[key])
        if (typeof row[key] !== 'object') expect(cell.replace(/^'(?=[=+\-@\t\r])/, ''), `${key} of row ${i}`).toBe(said)
      }
    }
    expect((await reportCsv(finance, name, `${range()}&currency=CDF`)).rows.length).toBe(
      rows.filter(({ currency }: Data) => currency === 'CDF').length,
    )
  })

  it('is for finance, of orders and deliveries for SUPPORT too', async () => {
    const open = name === 'orders' || name === 'deliveries'
    const paths = [`/reports/${name}`, `/reports/${name}/export/csv`]
    await expectOnly(open ? FINANCE_AND_STAFF : FINANCE, ...paths.map((path) => ['GET', path] as [string, string]))
    for (const role of open ? FINANCE_AND_STAFF : FINANCE)
      for (const path of paths)
        expect((await call(await signUp(role), 'GET', path)).status, `${role} ${path}`).toBe(200)
  })
})

describe('a CSV', () => {
  it('runs nothing in a spreadsheet', async () => {
    const { head, rows } = await reportCsv(finance, 'products', range())
    const names = rows.map((row) => row[head.indexOf('name')])
    expect(names).toContain(`'=SUM(A1:A9), "Kivu"`)
    expect(names).toContain('Café du Kivu')
    for (const row of rows) expect(row[head.indexOf('amount')]).toMatch(/^\d+\.\d\d$/)
  })

  it('of a time without anything has its head and nothing else', async () => {
    const { status: heard, head, rows } = await reportCsv(finance, 'products', range('2020-01-01', '2020-01-31'))
    expect([heard, rows]).toEqual([200, []])
    expect(head).toEqual(expect.arrayContaining(['productId', 'name', 'quantity', 'amount', 'currency']))
  })
})
