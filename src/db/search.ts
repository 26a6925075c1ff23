import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { countUpTo1000 } from './read-page.ts'

/** How many of those that a search finds are looked at where something else filters them, the newest first. */
export const MOST_LOOKED_AT = 1000

/**
 * Of those that a search finds, the newest first, the ones for which something else is true: however many it finds, the rows
 * read have an end.
 * @param found a SELECT of their ids in that order
 * @param where may name the thing as `t`
 */
export const amongNewest = (table: SQL, found: SQL, where: SQL) =>
  sql`SELECT t.id FROM ${table} t WHERE t.id IN (${found} LIMIT ${MOST_LOOKED_AT}) AND ${where} ORDER BY t.created_at DESC, t.id DESC`

/**
 * The ids that the full-text table of a table of things finds, the newest first, and their number up to 1000: the page of a
 * list takes its LIMIT from the former.
 * @param filter what else they must be; the thing is `t`
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
