import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { offsetOf, type Page, pagination } from '../kernel/page.ts'
import { type Db, readTogether, type Write } from './client.ts'

/** What a filtered list counts at most: beyond it `total` stays here, however many match. */
const MOST_COUNTED = 1000

const count = (db: Db, rows: SQL) => db.all<{ total: number }>(sql`SELECT count(*) AS total FROM ${rows}`)
type Total = ReturnType<typeof count>

/** How many rows a SELECT has, up to 1000: it is walked no further. */
export const countUpTo1000 = (db: Db, select: SQL): Total => count(db, sql`(${select} LIMIT ${MOST_COUNTED})`)

/** How many rows of a table are so: only for what an owner, or an index of few, bounds. */
export const countOf = (db: Db, table: SQLiteTable, where: SQL | undefined): Total =>
  count(db, sql`${table} WHERE ${where}`)

/** A query in its order, or a statement that takes the LIMIT and OFFSET of its page. */
type Rows<R> = { limit(rows: number): { offset(rows: number): R } } | ((cut: SQL) => R)
type ResultOf<R> = R extends { _: { result: infer Result } } ? Result : never

/**
 * A page of a list with its pagination, in one trip, which also makes the other reads that the list needs.
 * @param total where the number of all rows comes from: `totalOf` of a counter, or a count of this file
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
