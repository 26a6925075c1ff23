import { Buffer } from 'node:buffer'
import type { Note, Read } from '#db/backup-statements.ts'
import type { BackedUp } from '#db/backup-tables.ts'
import { Defect } from '#kernel/defect.ts'

/** Limits of a file: it is full at either. */
const FILE_ROWS = 10_000
const FILE_BYTES = 4 * 1024 * 1024

/** The lines of a file under way, and the place of each table after the file is kept. */
export type Lines = {
  text: string[]
  bytes: number
  /** The last note read of each table. */
  notes: Map<string, Note>
  /** The last key read of each table without rowids. */
  keys: Map<string, string>
}

export const noLines = (): Lines => ({ text: [], bytes: 0, notes: new Map(), keys: new Map() })
export const isFull = ({ text, bytes }: Lines) => text.length >= FILE_ROWS || bytes >= FILE_BYTES

/** Adds the rows that were read of a table. @returns whether there may be more: either kind of row reached `most` */
export function addLines(lines: Lines, table: BackedUp, rows: Read[], most: number): boolean {
  let fresh = 0
  for (const row of rows) {
    const line = lineOf(table, row)
    lines.text.push(line)
    lines.bytes += Buffer.byteLength(line) + 1
    if (row['@epoch'] === null) {
      fresh++
      if (table.key) lines.keys.set(table.name, String(row['@key']))
    } else lines.notes.set(table.name, [table.name, row['@epoch'], row['@key']])
  }
  return fresh === most || rows.length - fresh === most
}

/** A row as a line of JSON: its values in the order of the manifest's columns; without values it was deleted. */
function lineOf(table: BackedUp, row: Read): string {
  const key = table.key ? (JSON.parse(String(row['@key'])) as unknown) : row['@key']
  const values = row['@there'] ? table.columns.map((column) => toJsonValue(table, row, column)) : undefined
  return JSON.stringify({ table: table.name, key, values })
}

/** JSON has no bytes: they are written as { hex }. */
function toJsonValue({ name, columns, types }: BackedUp, row: Read, column: string): unknown {
  const value = row[column]
  if (Array.isArray(value) || value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  if (value instanceof ArrayBuffer) return { hex: Buffer.from(value).toString('hex') }
  const isWhole = types[columns.indexOf(column)]?.toUpperCase() === 'INTEGER'
  if (isWhole && typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Defect(`${name}.${column} has an integer that D1 cannot say exactly`)
  return value ?? null
}
