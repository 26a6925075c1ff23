import { type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { noteSql } from '../kernel/error-trace.ts'
import { isReading, sleep, tripsTo, waitWith } from './trips.ts'

export type Db = DrizzleD1Database<Record<string, never>>
/** One statement of a commit. */
export type Write = BatchItem<'sqlite'>

const connected = new WeakMap<D1Database, Db>()

/**
 * Drizzle over D1, one for each binding: it keeps nothing of a request, so all requests of an isolate share it. The schema is
 * not passed: it would cost a third of a millisecond a request.
 * @param pause how it waits before it repeats a trip
 */
export function connect(d1: D1Database, pause = sleep): Db {
  const known = connected.get(d1)
  if (known) return known
  const client = tripsTo(d1, pause)
  const db = explainBatches(bindRaw(drizzle(client) as Db, client))
  waitWith(db, pause)
  connected.set(d1, db)
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

/** A batch that fails says its SQL to the log, as a single query does. */
function explainBatches(db: Db): Db {
  const batch = db.batch.bind(db)
  return Object.assign(db, {
    batch: (statements: Parameters<Db['batch']>[0]) =>
      batch(statements).catch((error: unknown) => {
        noteSql(error, statements.map(textOf).join(';\n'))
        throw error
      }),
  })
}

/** Builders write their text by one name, raw SQL and prepared queries by the other. */
type Written = { toSQL(): { sql: string } } | { getQuery(): { sql: string } }

function textOf(statement: unknown): string {
  const written = statement as Written
  return ('toSQL' in written ? written.toSQL() : written.getQuery()).sql
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

/** Whether a statement only reads. */
export const isRead = (statement: Write): boolean => isReading(textOf(statement))

/**
 * Several reads in one trip. D1 answers a batch by column name, so two columns of one statement must not share a name:
 * the second needs an alias, or drizzle reads the wrong ones.
 */
export async function readTogether<R extends [Write, ...Write[]]>(db: Db, ...reads: R): Promise<BatchResponse<R>> {
  return db.batch(reads)
}

/** How large the database is: D1 says so beside each answer. */
export const databaseBytes = async (db: Db): Promise<number> => (await selectSize(db)).meta.size_after

/** Selects how large the database is, as one statement of several. */
export const selectSize = (db: Db) => db.run(sql`SELECT 1`)
