import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { countUpTo1000 } from './read-page.ts'

/** Most hits of a search that are looked at, the newest first, if another filter applies too. */
export const MOST_LOOKED_AT = 1000

/**
 * Hits of a search, the newest first, that match another condition too: it reads a limited number of rows, however many hits there are.
 * @param found a SELECT of their ids in that order
 * @param where may name the thing as `t`
 */
export const amongNewest = (table: SQL, found: SQL, where: SQL) =>
  sql`SELECT t.id FROM ${table} t WHERE t.id IN (${found} LIMIT ${MOST_LOOKED_AT}) AND ${where} ORDER BY t.created_at DESC, t.id DESC`

/**
 * Ids that the full-text table of a table finds, the newest first, and their number up to 1000: the page of a list takes its LIMIT from the
 * ids.
 * @param filter another condition; the thing is `t`
 */
export function search(db: Db, things: 'users' | 'sellers', match: string, filter: SQL | undefined) {
  const table = sql.raw(TABLES[things])
  const index = sql.raw(`${things}_search`)
  const found = sql`SELECT k.thing_id FROM ${index} CROSS JOIN search_keys k ON k.row = ${index}.rowid
    WHERE ${index} MATCH ${match} ORDER BY ${index}.rowid DESC`
  const ids = filter ? amongNewest(table, found, filter) : found
  return { ids, total: countUpTo1000(db, ids) }
}

const TABLES = { users: 'users', sellers: 'seller_profiles' }
