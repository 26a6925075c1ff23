import { iso } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'
import { figuresOf, type ReportQuery, readReport, reportQuery, viewRow } from './read.ts'
import type { Report } from './report.ts'

export const ShowReport = reportQuery

/** A report: its rows, and what they come to in each currency that has one (docs/money.md, Reports). 400 over 366 days. */
export async function showReport(ctx: Ctx, report: Report, query: ReportQuery) {
  const { rows } = await readReport(ctx, report, query)
  const totals = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const sums = Object.fromEntries(
      Object.keys(report.figures).map((key) => [key, own.reduce((sum, row) => sum + (row.sums[key] ?? 0), 0)]),
    )
    return { currency, ...figuresOf(report.figures, sums, currency) }
  })
  totals.sort((a, b) => Number(a.currency > b.currency) - Number(a.currency < b.currency))
  return { rows: rows.map((row) => viewRow(report, row)), totals, generatedAt: iso(ctx.now) }
}
