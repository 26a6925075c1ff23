import * as z from 'zod'
import { clockOf } from '../period.ts'

/** The field of a query that chooses the form of a file: RFC 4180, or for a French Excel (byte order mark, semicolons). */
export const csvQuery = { for: z.enum(['excel']).optional() }
type CsvShape = { for?: 'excel' | undefined }

/** A CSV file that is sent while its rows are still read. */
export type CsvFile = { name: string; body: ReadableStream<Uint8Array> }
export type Cell = string | number | null

/**
 * Signs that make a spreadsheet run a cell as a formula, with the apostrophes before them. A text that has apostrophes
 * there gets one more, so that `unguardCell` removes only the one that `guardCell` added.
 */
const RUN = String.raw`(?='*[=+\-@\t\r])`
/**
 * Line ends and semicolons, at which a French Excel splits, with the spaces behind them. The match takes the spaces
 * along: a lookbehind would be tried at each space.
 */
const BEGIN = String.raw`([\r\n;][^\S\r\n\t]*)`
const RUNS = new RegExp(BEGIN + RUN, 'g')
const RUNS_AT_ONCE = new RegExp(`^${RUN}`)
const GUARDED = new RegExp(`${BEGIN}'${RUN}`, 'g')
const GUARDED_AT_ONCE = new RegExp(`^'${RUN}`)
const IS_NUMBER = /^-?\d+(\.\d+)?$/

const guardCell = (text: string) => text.replace(RUNS, "$1'").replace(RUNS_AT_ONCE, "'")

/** Removes the apostrophes that `cellOf` puts before formulas. */
export const unguardCell = (cell: string): string => cell.replace(GUARDED, '$1').replace(GUARDED_AT_ONCE, '')

/** Writes a cell as RFC 4180 does, in such a way that no spreadsheet runs it (docs/conventions.md, Raw answers). */
export function cellOf(value: Cell, delimiter: ',' | ';' = ','): string {
  const text = String(value ?? '')
  const safe = IS_NUMBER.test(text) ? text : guardCell(text)
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Columns that a French Excel reads as numbers and times only if they are written its way. */
export type ExcelColumns<Column extends string> = { amounts?: readonly Column[]; instants?: readonly Column[] }

/** Streams a header line, then a line for each row. A batch is read when the batch before it is on its way. */
export function csvStream<Column extends string, Row>(
  asked: CsvShape,
  columns: readonly Column[],
  batches: AsyncGenerator<Row[]>,
  cellsOf: (row: Row) => Record<Column, Cell>,
  { amounts = [], instants = [] }: ExcelColumns<Column> = {},
): ReadableStream<Uint8Array> {
  const [mark, delimiter] = asked.for === 'excel' ? (['\ufeff', ';'] as const) : (['', ','] as const)
  const encoder = new TextEncoder()
  const say = (lines: string[]) => encoder.encode(lines.map((line) => `${line}\r\n`).join(''))
  const written = (column: Column, cell: Cell) => {
    if (asked.for !== 'excel' || cell === null) return cellOf(cell, delimiter)
    if (amounts.includes(column)) return String(cell).replace('.', ',')
    return instants.includes(column) ? clockOf(Date.parse(String(cell))) : cellOf(cell, delimiter)
  }
  const lineOf = (row: Row) => {
    const cells = cellsOf(row)
    return columns.map((column) => written(column, cells[column])).join(delimiter)
  }
  return new ReadableStream({
    start: (controller) => controller.enqueue(say([mark + columns.join(delimiter)])),
    async pull(controller) {
      for (;;) {
        const { value: rows, done } = await batches.next()
        if (done) return controller.close()
        if (rows.length > 0) return controller.enqueue(say(rows.map(lineOf)))
      }
    },
    cancel: async () => void (await batches.return(undefined)),
  })
}

/** Reads all rows of a list in batches of `size`, each batch after the last row of the batch before it. */
export async function* inBatches<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1))
    yield rows
  } while (rows.length === size)
}
