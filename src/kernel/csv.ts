import * as z from 'zod'

/** How a file is written: as RFC 4180 has it, or as a French Excel opens it by a double click, with its mark and semicolons. */
export const csvQuery = { for: z.enum(['excel']).optional() }
type CsvShape = { for?: 'excel' | undefined }

/** A file that is sent while it is read. */
export type CsvFile = { name: string; body: ReadableStream<Uint8Array> }
export type Cell = string | number | null

/**
 * What a spreadsheet would run: at the start of a line of a cell, or behind what a French one cuts lines at. A quote that stands
 * there already gets another one, so that `unguarded` takes away what was put there and nothing else.
 */
const RUN = String.raw`(?='*[=+\-@\t\r])`
/** A match takes the spaces along: a look behind them would begin at each. */
const BEGIN = String.raw`([\r\n;][^\S\r\n\t]*)`
const RUNS = new RegExp(BEGIN + RUN, 'g')
const RUNS_AT_ONCE = new RegExp(`^${RUN}`)
const GUARDED = new RegExp(`${BEGIN}'${RUN}`, 'g')
const GUARDED_AT_ONCE = new RegExp(`^'${RUN}`)
const IS_NUMBER = /^-?\d+(\.\d+)?$/

const guarded = (text: string) => text.replace(RUNS, "$1'").replace(RUNS_AT_ONCE, "'")

/** The text that `cellOf` wrote as this cell. */
export const unguarded = (cell: string): string => cell.replace(GUARDED, '$1').replace(GUARDED_AT_ONCE, '')

/** A cell as RFC 4180 writes it, that no spreadsheet runs (docs/conventions.md, Raw answers). */
export function cellOf(value: Cell, delimiter: ',' | ';' = ','): string {
  const text = String(value ?? '')
  const safe = IS_NUMBER.test(text) ? text : guarded(text)
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A header line, then a line for each row; each batch is read when the one before it is on its way. */
export function csvStream<Column extends string, Row>(
  asked: CsvShape,
  columns: readonly Column[],
  batches: AsyncGenerator<Row[]>,
  cellsOf: (row: Row) => Record<Column, Cell>,
): ReadableStream<Uint8Array> {
  const [mark, delimiter] = asked.for === 'excel' ? (['\ufeff', ';'] as const) : (['', ','] as const)
  const encoder = new TextEncoder()
  const say = (lines: string[]) => encoder.encode(lines.map((line) => `${line}\r\n`).join(''))
  const lineOf = (row: Row) => {
    const cells = cellsOf(row)
    return columns.map((column) => cellOf(cells[column], delimiter)).join(delimiter)
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

/** All rows of an order, so many at a time, each batch after the last row of the one before it. */
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
