import { Column, getTableColumns, getTableName, type SQL, type Table } from 'drizzle-orm'
import { noopDecoder } from 'drizzle-orm/sql'
import type { Flat } from './clauses.ts'
import { kindOf } from './shapes.ts'

type Decode = ((value: unknown) => unknown) | undefined
type Cell = { path: string[]; decode: Decode; table: string | undefined }
export type Reader = (rows: unknown[][]) => unknown[]

/** The fields of a SELECT in the order of its columns. */
export function flatOf(fields: Record<string, unknown>, under: string[] = []): Flat {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...under, name]
    const kind = kindOf(field as object)
    if (kind === 'table') return flatOf(getTableColumns(field as Table), path)
    return kind === 'value' ? flatOf(field as Record<string, unknown>, path) : [{ path, field }]
  })
}

/** How the rows of a shape become objects: `mapResultRow` of drizzle, with what is the same for every row found out once. */
export function readerOf(fields: Flat, isNotNullable: Record<string, boolean> | undefined): Reader {
  const cells = fields.map(({ path, field }): Cell => {
    const isColumn = kindOf(field as object) === 'column'
    // Of a joined table all of whose columns are NULL drizzle says that it is not there.
    const table = isNotNullable && isColumn && path.length === 2 ? getTableName((field as Column).table) : undefined
    return { path, decode: decoderOf(field as object), table }
  })
  const isFlat = cells.every(({ path, table }) => path.length === 1 && table === undefined)
  const read = isFlat ? flat(cells) : (row: unknown[]) => nested(cells, row, isNotNullable ?? {})
  return (rows) => rows.map(read)
}

function decoderOf(field: object): Decode {
  const kind = kindOf(field)
  if (kind === 'column') {
    const column = field as Column
    if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined
    return (value) => column.mapFromDriverValue(value)
  }
  const { decoder } = (kind === 'sql' ? field : (field as SQL.Aliased).sql) as unknown as {
    decoder: { mapFromDriverValue(value: unknown): unknown }
  }
  return decoder === noopDecoder ? undefined : (value) => decoder.mapFromDriverValue(value)
}

const decoded = (decode: Decode, value: unknown) =>
  value === null ? null : decode === undefined ? value : decode(value)

const flat = (cells: Cell[]) => (row: unknown[]) => {
  const result: Record<string, unknown> = {}
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] as Cell
    result[cell.path[0] as string] = decoded(cell.decode, row[i])
  }
  return result
}

function nested(cells: Cell[], row: unknown[], isNotNullable: Record<string, boolean>) {
  const result: Record<string, unknown> = {}
  const absent: Record<string, string | false> = {}
  for (let i = 0; i < cells.length; i++) {
    const { path, decode, table } = cells[i] as Cell
    let node = result
    for (let at = 0; at < path.length - 1; at++) {
      const name = path[at] as string
      node[name] ??= {}
      node = node[name] as Record<string, unknown>
    }
    const value = decoded(decode, row[i])
    node[path[path.length - 1] as string] = value
    if (table === undefined) continue
    const name = path[0] as string
    if (!(name in absent)) absent[name] = value === null ? table : false
    else if (typeof absent[name] === 'string' && absent[name] !== table) absent[name] = false
  }
  for (const name in absent) {
    const table = absent[name]
    if (typeof table === 'string' && !isNotNullable[table]) result[name] = null
  }
  return result
}
