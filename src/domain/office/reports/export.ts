import type * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { type CsvFile, csvQuery, csvStream, inBatches } from '#kernel/csv/csv.ts'
import { reportDays } from '#kernel/period.ts'
import { keysOf, type Row, reportQuery, selectAfter, viewRow } from './read.ts'
import type { Report } from './report.ts'

export const ExportReport = reportQuery.extend(csvQuery)

/** Rows of one batch, some 2 MB. Each batch adds up all days again, so few large ones are better than many small ones. */
const ROWS = 20_000

/**
 * Exports all rows of a report as a CSV file, read while it is sent (docs/conventions.md, Raw answers).
 * @throws 400 over 366 days
 */
export async function exportReport(ctx: Ctx, report: Report, input: z.output<typeof ExportReport>): Promise<CsvFile> {
  const { from, to, ...query } = input
  const days = reportDays({ from, to }, ctx.now)
  const asked = { ...query, ...days }
  const batches = inBatches<Row>(ROWS, (after) => ctx.db.all<Row>(selectAfter(report, asked, after, ROWS)))
  const body = csvStream(input, keysOf(report, asked), batches, (row) => viewRow(report, row), {
    amounts: Object.keys(report.figures).filter((key) => report.figures[key]?.isMoney),
  })
  return { name: `${report.name}-${days.first}-${days.last}.csv`, body }
}
