import { type Column, getTableColumns, type SQL, type Table } from 'drizzle-orm'
import { kindOf, Unshaped, type Walk } from './shapes.ts'

/** The clauses of a query in the order in which drizzle writes their values; `dialect.build…Query` is what they follow. */
type Dict = Record<string, unknown>
export type Flat = { path: string[]; field: unknown }[]
type Join = { joinType: string; table: object; on: unknown }
export type SelectConfig = {
  withList?: unknown[]
  fields: Dict
  where?: unknown
  having?: unknown
  table: Table | SQL
  joins?: Join[]
  orderBy?: unknown[]
  groupBy?: unknown[]
  limit?: unknown
  offset?: unknown
  distinct?: unknown
  setOperators: unknown[]
}
export type Select = { config: SelectConfig; isPartialSelect: boolean }
export type InsertConfig = {
  table: Table
  values: unknown
  withList?: unknown[]
  onConflict?: SQL[]
  returning?: Flat
  select?: boolean
}
export type UpdateConfig = {
  table: Table
  set: Dict
  where?: unknown
  returning?: Flat
  withList?: unknown[]
  joins: unknown[]
  from?: unknown
  limit?: unknown
  orderBy?: unknown
}
export type DeleteConfig = Omit<UpdateConfig, 'set' | 'joins' | 'from'>

const marks = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, { name }])) as Record<K, object>
const AT = marks(
  'select',
  'insert',
  'update',
  'delete',
  'distinct',
  'field',
  'nested',
  'end',
  'join',
  'on',
  'where',
  'groupBy',
  'having',
  'orderBy',
  'limit',
  'offset',
  'row',
  'set',
  'default',
  'conflict',
  'returning',
)

type Columns = [name: string, column: Column][]
const columns = new WeakMap<Table, Columns>()
function columnsOf(table: Table): Columns {
  const known = columns.get(table)
  if (known) return known
  const found = Object.entries(getTableColumns(table)) as Columns
  columns.set(table, found)
  return found
}

export function walkSelect(walk: Walk, { config, isPartialSelect }: Select): void {
  const { table, joins, where, having, groupBy, orderBy, limit, offset, distinct } = config
  if (config.withList?.length || config.setOperators.length > 0) throw new Unshaped()
  walk.step(AT.select)
  if (distinct) walk.step(AT.distinct)
  // Without a list of fields they are those of the tables that follow.
  if (isPartialSelect) fields(walk, config.fields)
  source(walk, table)
  for (const join of joins ?? []) {
    walk.step(AT.join)
    walk.step(join.joinType)
    source(walk, join.table)
    if (join.on !== undefined) clause(walk, AT.on, join.on)
  }
  if (where) clause(walk, AT.where, where)
  for (const one of groupBy ?? []) clause(walk, AT.groupBy, one)
  if (having) clause(walk, AT.having, having)
  for (const one of orderBy ?? []) clause(walk, AT.orderBy, one)
  if (typeof limit === 'object' || (typeof limit === 'number' && limit >= 0)) clause(walk, AT.limit, limit)
  if (offset) clause(walk, AT.offset, offset)
}

function clause(walk: Walk, mark: object, content: unknown): void {
  walk.step(mark)
  walk.piece(content)
}

function source(walk: Walk, table: object): void {
  const kind = kindOf(table)
  if (kind === 'table') walk.table(table as Table)
  else if (kind === 'sql') walk.piece(table)
  else throw new Unshaped()
}

/** What is selected, and how its answers are read: both belong to the shape. */
function fields(walk: Walk, selected: Dict): void {
  for (const key in selected) {
    walk.step(AT.field)
    walk.step(key)
    field(walk, selected[key] as object)
  }
}

function field(walk: Walk, value: object): void {
  const kind = kindOf(value)
  if (kind === 'column') walk.column(value as Column)
  else if (kind === 'table') walk.table(value as Table)
  else if (kind === 'sql') {
    decoded(walk, value as Decoded)
    walk.piece(value)
  } else if (kind === 'aliased') {
    const { sql, isSelectionField } = value as { sql: SQL; isSelectionField: boolean }
    if (isSelectionField) throw new Unshaped()
    decoded(walk, sql as unknown as Decoded)
    walk.piece(sql)
    walk.piece(value)
  } else if (kind === 'value') {
    walk.step(AT.nested)
    fields(walk, value as Dict)
    walk.step(AT.end)
  } else throw new Unshaped()
}

type Decoded = { decoder: { mapFromDriverValue: unknown } }
/** `mapWith` puts its function into an object of its own each time: the function is what stays. */
function decoded(walk: Walk, { decoder }: Decoded): void {
  walk.step(Object.hasOwn(decoder, 'mapFromDriverValue') ? decoder.mapFromDriverValue : decoder)
}

function returned(walk: Walk, returning: Flat | undefined): void {
  if (!returning) return
  walk.step(AT.returning)
  for (const { path, field: value } of returning) {
    for (const name of path) walk.step(name)
    field(walk, value as object)
  }
}

/** Drizzle writes every column of the table, in its order: a value, its default, or null. */
export function walkInsert(walk: Walk, { table, values, withList, onConflict, returning, select }: InsertConfig): void {
  if (withList?.length) throw new Unshaped()
  walk.step(AT.insert)
  walk.table(table)
  if (select) walk.piece(values)
  else {
    for (const row of values as Dict[]) {
      walk.step(AT.row)
      for (const [name, column] of columnsOf(table)) {
        const value = row[name]
        if (value !== undefined && (value as { value?: unknown }).value !== undefined) walk.piece(value)
        else if (value !== undefined && kindOf(value as object) !== 'param') walk.piece(value)
        else missing(walk, column)
      }
    }
  }
  for (const one of onConflict ?? []) clause(walk, AT.conflict, one)
  returned(walk, returning)
}

function missing(walk: Walk, column: Column): void {
  if (column.defaultFn !== undefined || column.onUpdateFn !== undefined) throw new Unshaped()
  walk.step(AT.default)
  const { default: usual } = column
  if (usual === undefined || usual === null) return
  if (typeof usual === 'object' && kindOf(usual) === 'sql') walk.piece(usual)
  else walk.param(column.mapToDriverValue(usual))
}

export function walkUpdate(walk: Walk, config: UpdateConfig): void {
  const { table, set, where, returning } = config
  if (config.withList?.length || config.joins.length > 0 || config.from || config.limit || config.orderBy)
    throw new Unshaped()
  walk.step(AT.update)
  walk.table(table)
  for (const [name, column] of columnsOf(table)) {
    const value = set[name]
    if (value === undefined) {
      if (column.onUpdateFn !== undefined) throw new Unshaped()
      continue
    }
    walk.step(AT.set)
    walk.step(name)
    walk.piece(value)
  }
  if (where) clause(walk, AT.where, where)
  returned(walk, returning)
}

export function walkDelete(walk: Walk, { table, where, returning, withList, limit, orderBy }: DeleteConfig): void {
  if (withList?.length || limit || orderBy) throw new Unshaped()
  walk.step(AT.delete)
  walk.table(table)
  // In drizzle's text of a DELETE, what is returned comes last and carries no values.
  if (where) clause(walk, AT.where, where)
  returned(walk, returning)
}
