import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type CsvFile, csvQuery, csvStream } from '#kernel/csv/csv.ts'
import { fileOfPeriod, periodOf } from '#kernel/period.ts'
import type { TransferRow } from './queries.ts'
import { TransferView, viewTransfer } from './view.ts'
import { type Place, selectLastPlace, selectNewest, selectOldest, transferFilter, type Walk, walkAll } from './walk.ts'

export const ExportLedger = z.strictObject({ ...transferFilter, ...csvQuery })

/** A request may ask D1 a thousand times, so this many are a file of a million transfers. */
const ROWS = 1000
const COLUMNS = TransferView.keyof().options

/** All transfers of a choice as a CSV file, newest first, read while it is sent (docs/conventions.md, Raw answers). */
export async function exportLedger(ctx: Ctx, input: z.output<typeof ExportLedger>): Promise<CsvFile> {
  const period = periodOf(input)
  const [oldest] = await selectOldest(ctx, walkAll({}, { since: undefined, before: undefined }))
  return {
    name: fileOfPeriod('ledger', period, oldest?.at, ctx.now),
    body: csvStream(input, COLUMNS, batchesOf(ctx, walkAll(input, period)), viewTransfer, {
      amounts: ['amount'],
      instants: ['createdAt'],
    }),
  }
}

async function* batchesOf(ctx: Ctx, walk: Walk): AsyncGenerator<TransferRow[]> {
  const cut = sql`LIMIT ${ROWS}`
  let before: Place | undefined
  for (;;) {
    const [rows, [last]] = await readTogether(
      ctx.db,
      selectNewest(ctx, walk, cut, before),
      selectLastPlace(ctx, walk, cut, before),
    )
    yield rows
    if (!last || rows.length < ROWS) return
    before = last
  }
}
