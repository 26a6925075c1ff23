import { Column, getTableColumns, getTableName, Param, Placeholder, type Query, SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { Defect } from '../kernel/defect.ts'
import type { Statement } from './admission.ts'
import type { Db, Write } from './client.ts'

/** A value of a statement, in the form that the database keeps. */
export type Value = string | number | null

/** A statement of `once` with its values, for a trip with others; awaited, it makes a trip alone. */
export type Filled<Result> = RunnableQuery<Result, 'sqlite'> & PromiseLike<Result> & { getQuery(): Statement }

/** Drizzle's own form of a statement in a batch. */
type Prepared = {
  getQuery(): Query
  stmt: unknown
  mapResult(result: D1Result, isFromBatch: boolean): unknown
  fields?: Selected[]
  joinsNotNullableMap?: Record<string, boolean>
}
type Selected = { path: string[]; field: Column | SQL | SQL.Aliased }

/**
 * A statement that is written once in an isolate and then only filled: drizzle takes longer to build one than SQLite to run it. `write` gets
 * placeholders in the place of the `count` values, so it only puts them into the statement. Two columns never share a name, as in `readTogether`.
 */
export function once<Values extends Value[], S extends Write>(
  write: (db: Db, ...values: Values) => S,
  count = write.length - 1,
): (db: Db, ...values: Values) => Filled<S['_']['result']> {
  const forms = new WeakMap<Db, Form>()
  return (db, ...values) => {
    let form = forms.get(db)
    if (!form) {
      const open = Array.from({ length: count }, (_, i) => sql.placeholder(String(i)))
      const built = write(db, ...(open as unknown as Values)) as unknown as { _prepare(isOneTime: boolean): Prepared }
      form = formOf(built._prepare(false), count)
      forms.set(db, form)
    }
    return filled(db, form, values) as unknown as Filled<S['_']['result']>
  }
}

/** Makes statements that insert one row into a table, written once. A value of SQL has no place in them. */
export function insertOnce<T extends SQLiteTable>(table: T): (db: Db, row: T['$inferInsert']) => Write {
  const columns = Object.entries(getTableColumns(table))
  const insert = once((db, ...values) => {
    const row = Object.fromEntries(columns.map(([name], i) => [name, values[i]]))
    return db.insert(table).values(row as T['$inferInsert'])
  }, columns.length)
  return (db, row) => {
    const values: Record<string, unknown> = row
    return insert(
      db,
      ...columns.map(([name, column]) => (values[name] === undefined ? column.default : values[name]) as Value),
    )
  }
}

type Form = { prepared: Prepared; sql: string; slots: ((values: Value[]) => unknown)[]; map: Prepared['mapResult'] }

function formOf(prepared: Prepared, open: number): Form {
  const { sql, params } = prepared.getQuery()
  const seen = new Set<number>()
  const slots = params.map((param) => {
    const { value, encoder } = param instanceof Param ? param : { value: param, encoder: undefined }
    if (!(value instanceof Placeholder)) return () => param
    const place = Number(value.name)
    seen.add(place)
    return (values: Value[]) => {
      const filling = values[place] ?? null
      return encoder && filling !== null ? encoder.mapToDriverValue(filling) : filling
    }
  })
  // A value that was calculated with is in no place of the statement.
  if (seen.size < open) throw new Defect(`a statement without one of its values: ${sql}`)
  return { prepared, sql, slots, map: mapperOf(prepared) }
}

function filled(db: Db, { prepared, sql, slots, map }: Form, values: Value[]) {
  const query = { sql, params: slots.map((slot) => slot(values)) }
  const statement = {
    getQuery: () => query,
    stmt: prepared.stmt,
    mapResult: map,
    _prepare: () => statement,
    // biome-ignore lint/suspicious/noThenProperty: it is awaited as drizzle's own statements are
    then: (...told: Parameters<Promise<unknown>['then']>) =>
      db
        .batch([statement as unknown as Write])
        .then(([result]) => result)
        .then(...told),
  }
  return statement
}

/** Reads rows as drizzle does, which asks anew at each value of which kind its column is. What a join may leave out is left to drizzle. */
function mapperOf(prepared: Prepared): Prepared['mapResult'] {
  const { fields, joinsNotNullableMap: isThere = {} } = prepared
  const isSure = ({ path, field }: Selected) =>
    path.length === 1 || !(field instanceof Column) || isThere[getTableName(field.table)]
  if (!fields?.every(isSure)) return prepared.mapResult.bind(prepared)
  const columns = fields.map(({ path: [name = '', inner], field }) => ({ name, inner, decoder: decoderOf(field) }))
  return ({ results }) =>
    results.map((row) => {
      const values = Object.values(row as object)
      const read: Record<string, unknown> = {}
      for (const [i, { name, inner, decoder }] of columns.entries()) {
        const value = values[i] === null ? null : decoder.mapFromDriverValue(values[i])
        if (inner === undefined) read[name] = value
        else {
          read[name] ??= {}
          ;(read[name] as Record<string, unknown>)[inner] = value
        }
      }
      return read
    })
}

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Decoded = { decoder: Decoder }

const decoderOf = (field: Selected['field']): Decoder =>
  field instanceof Column ? field : ((field instanceof SQL ? field : field.sql) as unknown as Decoded).decoder
