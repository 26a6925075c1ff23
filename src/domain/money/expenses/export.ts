import { desc, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { expenses } from '#db/schema/money/expenses.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type CsvFile, csvQuery, csvStream, type ExcelColumns, inBatches } from '#kernel/csv/csv.ts'
import { fileOfPeriod, periodOf } from '#kernel/period.ts'
import { expenseFilter, expensesWithWords, matching } from './filter.ts'
import type { ExpenseRow } from './queries.ts'
import { EXPENSE_KEYS, viewExpenseLine } from './view.ts'

export const ExportExpenses = z.strictObject({ ...expenseFilter, ...csvQuery })
type ExportExpenses = z.output<typeof ExportExpenses>

const ROWS = 500
const IN_EXCEL: ExcelColumns<(typeof EXPENSE_KEYS)[number]> = {
  amounts: ['amount'],
  instants: ['incurredAt', 'approvedAt', 'reversedAt', 'createdAt'],
}

/**
 * All expenses of a filter as a CSV file, the last incurred first; of a search, those written down last first
 * (docs/conventions.md, Raw answers).
 */
export async function exportExpenses(ctx: Ctx, input: ExportExpenses): Promise<CsvFile> {
  const [oldest] = await ctx.db
    .select({ incurredAt: expenses.incurredAt })
    .from(expenses)
    .orderBy(expenses.incurredAt)
    .limit(1)
  const name = fileOfPeriod('expenses', periodOf(input), oldest?.incurredAt, ctx.now)
  const batches = input.search === undefined ? listInBatches(ctx, input) : searchInBatches(ctx, input, input.search)
  return { name, body: csvStream(input, EXPENSE_KEYS, batches, viewExpenseLine, IN_EXCEL) }
}

const listInBatches = (ctx: Ctx, input: ExportExpenses) =>
  inBatches<ExpenseRow>(ROWS, (last) => {
    const after = last ? sql`(e.incurred_at, e.id) < (${last.incurredAt}, ${last.id})` : sql`1`
    const ids = sql`(SELECT e.id FROM expenses e WHERE ${matching(input)} AND ${after}
      ORDER BY e.incurred_at DESC, e.id DESC LIMIT ${ROWS})`
    return ctx.db
      .select()
      .from(expenses)
      .where(inArray(expenses.id, ids))
      .orderBy(desc(expenses.incurredAt), desc(expenses.id))
  })

/** A search is followed to its end by the rows of the full-text table. */
async function* searchInBatches(ctx: Ctx, input: ExportExpenses, search: string) {
  const batches = inBatches<{ row: number; id: string | null }>(ROWS, (last) => {
    const before = last ? sql`AND rowid < ${last.row}` : sql``
    return ctx.db.all(sql`
      SELECT hit.row, iif(${matching(input)}, e.id, NULL) AS id
      FROM ${expensesWithWords(search, sql`${before} ORDER BY rowid DESC LIMIT ${ROWS}`)} ORDER BY hit.row DESC`)
  })
  for await (const batch of batches) {
    const ids = batch.flatMap(({ id }) => (id === null ? [] : [id]))
    const rows = await ctx.db
      .select()
      .from(expenses)
      .where(inArray(expenses.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`))
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield ids.flatMap((id) => byId.get(id) ?? [])
  }
}
