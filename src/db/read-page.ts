import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { offsetOf, type Page, pagination } from '../kernel/page.ts'
import { type Db, readTogether, type Write } from './client.ts'
import type { Filled } from './once.ts'

/** Most rows that a filtered list counts: `total` stays here, however many more match. */
const MOST_COUNTED = 1000

const count = (db: Db, rows: SQL) => db.all<{ total: number }>(sql`SELECT count(*) AS total FROM ${rows}`)
type Total = Filled<{ total: number }[]>

/** Number of rows of a SELECT, up to 1000: it reads no further. */
export const countUpTo1000 = (db: Db, select: SQL): Total => count(db, sql`(${select} LIMIT ${MOST_COUNTED})`)

/** Number of rows that match: only if an owner, or an index of few rows, limits them. */
export const countOf = (db: Db, table: SQLiteTable, where: SQL | undefined): Total =>
  count(db, sql`${table} WHERE ${where}`)

/** A query in its order, or a statement that takes the LIMIT and OFFSET of its page. */
type Rows<R> = { limit(rows: number): { offset(rows: number): R } } | ((cut: SQL) => R)
type ResultOf<R> = R extends { _: { result: infer Result } } ? Result : never

/**
 * Reads a page of a list with its pagination, in one trip, together with the other reads that the list needs.
 * @param total the number of all rows: `totalOf` of a counter, or a count of this file
 */
export async function readPage<R extends Write, Others extends Write[]>(
  db: Db,
  page: Page,
  rows: Rows<R>,
  total: Total,
  ...others: Others
) {
  const { limit } = page
  const offset = offsetOf(page)
  const cut = typeof rows === 'function' ? rows(sql`LIMIT ${limit} OFFSET ${offset}`) : rows.limit(limit).offset(offset)
  const [found, [counted], ...more] = await readTogether(db, cut, total, ...others)
  return {
    rows: found as ResultOf<R>,
    pagination: pagination(page, counted?.total ?? 0),
    others: more as { [I in keyof Others]: ResultOf<Others[I]> },
  }
}
