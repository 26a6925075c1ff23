import { expect, it } from 'vitest'
import { exportReport } from '#domain/office/reports/export.ts'
import { REPORTS } from '#domain/office/reports/reports.ts'
import { ShowReport, showReport } from '#domain/office/reports/show.ts'
import { openDomain } from '#testing/domain/domain.ts'

// However much was sold, a report answers: its best sellers, what all come to, and all of them in its file (docs/money.md, Reports).

const domain = openDomain()
const shown = (query: object) => showReport(domain.ctx, REPORTS.products, ShowReport.parse(query))
async function lines(query: object) {
  const { body } = await exportReport(domain.ctx, REPORTS.products, ShowReport.parse(query))
  return (await new Response(body).text()).trim().split('\r\n').slice(1)
}

const MARCH = { from: '2026-03-01', to: '2026-03-31' }
/** Sums of so many products on each of so many days of March; each product sold more than the one before it. */
const sold = (things: number, days: number, currency = 'USD') =>
  domain.run(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${things * days})
    INSERT INTO product_sales (product_id, span, day, currency, quantity, amount_minor)
    SELECT printf('p%05d', i % ${things}), 1, date('2026-03-01', '+' || (i / ${things}) || ' days'), '${currency}', 1, i % ${things} + 1 FROM n`)

it('a report of more than 5,000 products shows those that sold most, and the sum of all', async () => {
  sold(7001, 1)
  sold(10, 1, 'CDF')
  const one = { from: '2026-03-01', to: '2026-03-01' }
  const { rows, totals, omitted } = await shown(one)
  expect([rows.length, omitted]).toEqual([5000, 2011])
  expect(totals).toEqual([
    { currency: 'CDF', quantity: 10, amount: '0.55' },
    { currency: 'USD', quantity: 7001, amount: '245105.01' },
  ])
  expect(rows.filter(({ currency }) => currency === 'CDF')).toHaveLength(10)
  expect([rows[10], rows.at(-1)]).toMatchObject([{ productId: 'p07000' }, { productId: 'p02011' }])
  expect(await lines(one)).toHaveLength(7011)
})

it('by days each day keeps its best sellers', async () => {
  sold(200, 31)
  const { rows, totals, omitted } = await shown({ ...MARCH, groupBy: 'day' })
  expect([rows.length, omitted, totals]).toMatchObject([5000, 1200, [{ quantity: 6200 }]])
  const [first, last] = [rows.filter(({ period }) => period === '2026-03-01'), rows.slice(-10)]
  expect(first.length).toBeGreaterThanOrEqual(161)
  expect([first[0]?.productId, last[0]?.period]).toEqual(['p00199', '2026-03-31'])
  expect((await shown({ ...MARCH, groupBy: 'month' })).omitted).toBe(0)
})

it('its file of 45,000 rows is read in pieces, each row once, in the order of the report', async () => {
  sold(1500, 30)
  const found = await lines({ ...MARCH, groupBy: 'day' })
  expect([found.length, new Set(found).size]).toEqual([45_000, 45_000])
  expect(found.map((line) => line.slice(0, 10))).toEqual(found.map((line) => line.slice(0, 10)).toSorted())
  expect(found.slice(0, 2).map((line) => line.split(',')[1])).toEqual(['p01499', 'p01498'])
}, 60_000)
