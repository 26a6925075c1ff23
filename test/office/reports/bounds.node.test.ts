import { expect, it } from 'vitest'
import { REPORTS } from '../../../src/domain/office/reports/reports.ts'
import { ShowReport, showReport } from '../../../src/domain/office/reports/show.ts'
import { openDomain } from '../../in-node/domain.ts'

const domain = openDomain()
const shown = (query: object) => showReport(domain.ctx, REPORTS.products, ShowReport.parse(query))

/** Sums of so many products on each of so many days of March. */
const sold = (things: number, days: number) =>
  domain.run(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${things * days})
    INSERT INTO product_sales (product_id, span, day, currency, quantity, amount_minor)
    SELECT 'p' || (i % ${things}), 1, date('2026-03-01', '+' || (i / ${things}) || ' days'), 'USD', 1, 100 FROM n`)

it('a report of things shows 5,000 rows, and asks for fewer of more', async () => {
  sold(200, 31)
  const march = { from: '2026-03-01', to: '2026-03-31' }
  await expect(shown({ ...march, groupBy: 'day' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'groupBy', message: expect.stringContaining('trop de lignes') }],
  })
  expect((await shown({ ...march, groupBy: 'month' })).rows).toHaveLength(200)
  expect((await shown({ ...march, groupBy: 'week' })).rows).toHaveLength(1200)
  const { rows, totals } = await shown({ from: '2026-03-01', to: '2026-03-25', groupBy: 'day' })
  expect([rows.length, totals]).toMatchObject([5000, [{ quantity: 5000, amount: '5000.00' }]])
})

it('and reads 50,000 sums, whatever they are added up by', async () => {
  sold(1700, 31)
  const march = { from: '2026-03-01', to: '2026-03-31' }
  await expect(shown({ ...march, groupBy: 'month' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect((await shown({ from: '2026-03-01', to: '2026-03-29', groupBy: 'month' })).rows).toHaveLength(1700)
})
