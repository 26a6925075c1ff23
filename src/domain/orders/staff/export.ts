import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { type Cell, type CsvFile, csvQuery, csvStream } from '#kernel/csv/csv.ts'
import { fileOfPeriod, periodOf } from '#kernel/period.ts'
import { selectOrderCards } from '../orders/queries.ts'
import { toOrderCards } from '../sealing/cards.ts'
import { StaffOrderView, viewStaffOrder } from './view.ts'
import { type Filters, filters, walkOf } from './walk.ts'

export const ExportOrders = z.strictObject({ ...filters, ...csvQuery })

/** Rows of one query: a request may query D1 a thousand times, so a file may have a million orders. */
const ROWS = 1000

/** The keys of an order as staff see it; a nested key has its path, `shop.name`. */
const columnsOf = (shape: z.core.$ZodShape, path = ''): string[] =>
  Object.entries(shape).flatMap(([key, type]) => {
    let inner = type
    while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional) inner = inner.unwrap()
    return inner instanceof z.ZodObject ? columnsOf(inner.shape, `${path}${key}.`) : [`${path}${key}`]
  })
// The pickup code is shown to no staff.
const COLUMNS = columnsOf(StaffOrderView.omit({ pickupCode: true }).shape)
const IN_EXCEL = {
  amounts: ['deliveryFee', 'subtotal', 'total', 'refundedAmount', 'exchangeRate.rate'],
  instants: COLUMNS.filter((column) => /At$/.test(column)),
}

/**
 * Exports the orders that staff chose as a CSV file, newest first: all of them, read while it is sent. The audit record keeps the export
 * (docs/conventions.md, Raw answers).
 */
export async function exportOrders(ctx: Ctx, input: z.output<typeof ExportOrders>): Promise<CsvFile> {
  const period = periodOf(input)
  const { id } = actorOf(ctx)
  const [[oldest]] = await commit(
    ctx,
    [recordAct(ctx, 'order.export', id, { ...input, search: input.search && '…' })],
    ctx.db.all<{ at: number }>(sql`SELECT o.created_at AS at FROM orders o ORDER BY o.created_at LIMIT 1`),
  )
  return {
    name: fileOfPeriod('orders', period, oldest?.at, ctx.now),
    body: csvStream(input, COLUMNS, batchesOf(ctx, input), (card) => cellsOf(viewStaffOrder(ctx, card)), IN_EXCEL),
  }
}

/** Reads the orders in batches: a search is walked in batches of its hits, whatever else filters them. */
async function* batchesOf(ctx: Ctx, input: Filters) {
  const first = walkOf(ctx, input)
  // Behind the last order the period has not ended, and its end would be the place where SQLite begins each time.
  const next = input.search === undefined ? walkOf(ctx, { ...input, to: undefined }) : first
  let last: string | undefined
  for (;;) {
    const { from, order, after, where } = last === undefined ? first : next
    const ids = sql`SELECT t.id FROM ${from} ${last === undefined ? sql`` : sql`AND ${after(last)}`} ORDER BY ${order} LIMIT ${ROWS}`
    const [rows, seen] = await readTogether(
      ctx.db,
      selectOrderCards(ctx.db)
        .where(sql`orders.id IN (SELECT t.id FROM orders t WHERE t.id IN (${ids}) AND ${where})`)
        .orderBy(desc(orders.createdAt), sql`orders.rowid DESC`),
      ctx.db.all<{ id: string }>(ids),
    )
    yield await toOrderCards(ctx, rows)
    last = seen.at(-1)?.id
    if (last === undefined || seen.length < ROWS) return
  }
}

/** The cells of an order, by the keys of the header; its lines in words. */
function cellsOf({ items, ...order }: z.output<typeof StaffOrderView>): Record<string, Cell> {
  const at = (column: string) =>
    column.split('.').reduce<unknown>((inside, key) => (inside as Record<string, unknown> | null)?.[key], order)
  return {
    ...Object.fromEntries(COLUMNS.map((column) => [column, (at(column) ?? null) as Cell])),
    items: items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
  }
}
