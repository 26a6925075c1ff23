import type { Ctx } from '#domain/core/context.ts'
import { reportDays } from '#kernel/period.ts'
import { iso } from '#kernel/time.ts'
import { figuresOf, type ReportQuery, type Row, reportQuery, selectShown, totalKey, viewRow } from './read.ts'
import type { Report } from './report.ts'

export const ShowReport = reportQuery

/**
 * Shows a report: its days, its rows, the number of further rows in its file, and the totals of all rows by currency (docs/money.md,
 * Reports).
 * @throws 400 over 366 days
 */
export async function showReport(ctx: Ctx, report: Report, { from, to, ...query }: ReportQuery) {
  const days = reportDays({ from, to }, ctx.now)
  const rows = await ctx.db.all<Row & { found?: number }>(selectShown(report, { ...query, ...days }))
  const totals = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const sumOf = (key: string) => own[0]?.[totalKey(key)] ?? own.reduce((sum, row) => sum + (row[key] ?? 0), 0)
    return { currency, ...figuresOf(report.figures, sumOf, currency) }
  })
  totals.sort((a, b) => Number(a.currency > b.currency) - Number(a.currency < b.currency))
  const omitted = (rows[0]?.found ?? rows.length) - rows.length
  return {
    from: days.first,
    to: days.last,
    rows: rows.map((row) => viewRow(report, row)),
    omitted,
    totals,
    generatedAt: iso(ctx.now),
  }
}
