import type { SQLWrapper } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Db = DrizzleD1Database<Record<string, never>>
/** One statement of a commit. */
export type Write = BatchItem<'sqlite'>

/** How many trips to D1 a request made, and how many rows they read and wrote: docs/limits.md, Trips to the database, trips are the budget. */
export type Meter = { trips: number; rowsRead: number; rowsWritten: number }

export const newMeter = (): Meter => ({ trips: 0, rowsRead: 0, rowsWritten: 0 })

const unmetered = new WeakMap<D1Database, Db>()

/**
 * Drizzle over D1. The schema is not passed: it would cost a third of a millisecond a request. It keeps nothing of a
 * request, so without a meter one serves the whole isolate.
 */
export function connect(d1: D1Database, meter?: Meter): Db {
  const known = meter ? undefined : unmetered.get(d1)
  if (known) return known
  const client = meter ? metered(d1, meter) : d1
  const db = bindRaw(drizzle(client) as Db, client)
  if (!meter) unmetered.set(d1, db)
  return db
}

/** In a batch drizzle 0.45 binds only statements it prepared itself; raw SQL that has parameters is prepared here. */
function bindRaw(db: Db, client: D1Database): Db {
  for (const method of ['run', 'all', 'get'] as const) {
    const raw = db[method].bind(db)
    const bound = (query: SQLWrapper) => {
      const built = raw(query)
      const write = built.getQuery.bind(built)
      // Drizzle asks for the text several times.
      let written: ReturnType<typeof write> | undefined
      const getQuery = () => {
        written ??= write()
        return written
      }
      return Object.defineProperties(built, {
        getQuery: { value: getQuery },
        stmt: { get: () => client.prepare(getQuery().sql) },
      })
    }
    Object.assign(db, { [method]: bound })
  }
  return db
}

/**
 * A query that is written once and then only run. Drizzle takes a tenth of a signed-in request's time to write one, so
 * what every such request asks is prepared, with `sql.placeholder('name')` for what differs.
 */
export function prepared<Query>(write: (db: Db) => Query): (db: Db) => Query {
  const written = new WeakMap<Db, Query>()
  return (db) => {
    const known = written.get(db)
    if (known) return known
    const query = write(db)
    written.set(db, query)
    return query
  }
}

/**
 * Several reads in one trip. D1 answers a batch by column name, so two columns of one statement must not share a name:
 * the second needs an alias, or drizzle reads the wrong ones.
 */
export async function readTogether<R extends [Write, ...Write[]]>(db: Db, ...reads: R): Promise<BatchResponse<R>> {
  return db.batch(reads)
}

/** The same D1, counting. Statements are wrapped because drizzle binds and runs them itself. */
function metered(d1: D1Database, meter: Meter): D1Database {
  const inner = new WeakMap<object, D1PreparedStatement>()
  const count = (metas: D1Meta[]) => {
    meter.trips++
    for (const meta of metas) {
      meter.rowsRead += meta.rows_read
      meter.rowsWritten += meta.rows_written
    }
  }
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => {
        const result = await statement.all()
        count([result.meta])
        return result
      },
      run: async () => {
        const result = await statement.run()
        count([result.meta])
        return result
      },
      raw: async () => {
        // raw() carries no meta, so its rows are counted as returned.
        const rows = await statement.raw()
        meter.trips++
        meter.rowsRead += rows.length
        return rows
      },
      first: async (column?: string) => {
        meter.trips++
        return column === undefined ? statement.first() : statement.first(column)
      },
    } as unknown as D1PreparedStatement
    inner.set(wrapped, statement)
    return wrapped
  }
  return {
    prepare: (query: string) => wrap(d1.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await d1.batch(statements.map((statement) => inner.get(statement) ?? statement))
      count(results.map((result) => result.meta))
      return results
    },
  } as unknown as D1Database
}
