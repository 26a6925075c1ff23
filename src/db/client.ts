import { type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { noteSql } from '../kernel/error-trace.ts'
import { isReading, sleep, tripsTo, waitWith } from './trips.ts'
import { writeFast } from './write-sql.ts'

export type Db = DrizzleD1Database<Record<string, never>>
/** One statement of a commit. */
export type Write = BatchItem<'sqlite'>

const connected = new WeakMap<D1Database, Db>()

/**
 * Connects Drizzle to D1, once for each binding: it keeps no data of a request, so all requests of an isolate share it. The schema is not
 * passed, because it would cost a third of a millisecond per request.
 * @param pause waits before a trip is repeated
 */
export function connect(d1: D1Database, pause = sleep): Db {
  const known = connected.get(d1)
  if (known) return known
  const client = tripsTo(d1, pause)
  const dialect = writeFast(new SQLiteAsyncDialect())
  const session = new SQLiteD1Session(client, dialect, undefined)
  const db = explainBatches(bindRaw(new DrizzleD1Database('async', dialect, session, undefined) as Db, client))
  waitWith(db, pause)
  connected.set(d1, db)
  return db
}

/** In a batch drizzle 0.45 binds only statements it prepared itself; this function prepares raw SQL with parameters. */
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
      const _prepare = () => Object.assign(built, { stmt: client.prepare(getQuery().sql) })
      return Object.assign(built, { getQuery, _prepare })
    }
    Object.assign(db, { [method]: bound })
  }
  return db
}

/** Adds the SQL of a failed batch to the log, as for a single query. */
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

/** Builders give their text by `toSQL`, raw SQL and prepared queries by `getQuery`. */
type QueryText = { toSQL(): { sql: string } } | { getQuery(): { sql: string } }

function textOf(statement: unknown): string {
  const written = statement as QueryText
  return ('toSQL' in written ? written.toSQL() : written.getQuery()).sql
}

/** Whether a statement only reads. */
export const isRead = (statement: Write): boolean => isReading(textOf(statement))

/**
 * Makes several reads in one trip. D1 answers a batch by column name, so two columns of one statement must not share a name: the second
 * needs an alias, or drizzle reads the wrong one.
 */
export async function readTogether<R extends [Write, ...Write[]]>(db: Db, ...reads: R): Promise<BatchResponse<R>> {
  return db.batch(reads)
}

/** The size of the database in bytes, which D1 tells beside each answer. */
export const databaseBytes = async (db: Db): Promise<number> => (await selectSize(db)).meta.size_after

/** The statement whose answer tells the size of the database, for a trip with others. */
export const selectSize = (db: Db) => db.run(sql`SELECT 1`)
