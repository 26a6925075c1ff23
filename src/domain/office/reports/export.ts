import { type CsvFile, csvStream } from '../../../kernel/csv.ts'
import type { Ctx } from '../../core/context.ts'
import { keysOf, type ReportQuery, readReport, viewRow } from './read.ts'
import type { Report } from './report.ts'

/** The rows of a report as a CSV file (docs/conventions.md, Raw answers). 400 over 366 days. */
export async function exportReport(ctx: Ctx, report: Report, query: ReportQuery): Promise<CsvFile> {
  const { first, last, rows } = await readReport(ctx, report, query)
  const batches = (async function* () {
    yield rows
  })()
  const body = csvStream(keysOf(report, query), batches, (row) => viewRow(report, row))
  return { name: `${report.name}-${first}-${last}.csv`, body }
}
