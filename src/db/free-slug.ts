import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { slugOf } from '../kernel/folding.ts'

/**
 * The slug of a new row's name. Different names may shorten to the same one: the second gets the end of its id.
 * @param within the rows whose slugs must differ, all of the table by default; a row is `t` in it
 */
export function freeSlug(table: SQLiteTable, name: string, id: string, within: SQL = sql`1`): SQL<string> {
  const slug = slugOf(name)
  return sql`CASE WHEN EXISTS (SELECT 1 FROM ${table} t WHERE t.slug = ${slug} AND ${within})
    THEN ${`${slug}-${id.slice(-8)}`} ELSE ${slug} END`
}
