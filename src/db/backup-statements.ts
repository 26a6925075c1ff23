import { type SQL, sql } from 'drizzle-orm'
import type { BackedUp } from './backup-tables.ts'

// Statements that a backup makes of any table. Names come from the schema; '@' keeps ours apart from any column's.

/** A row as read: its columns, and its key. */
export type Read = Record<string, unknown> & {
  /** The rowid, or the key as a JSON array. */
  '@key': number | string
  /** 0 if the row was noted and is deleted. */
  '@there': 0 | 1
  /** The epoch of the note that led to the row; null for a row after the mark. */
  '@epoch': number | null
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
const markOf = ({ name }: BackedUp, column: string) =>
  `(SELECT ${column} FROM backup_marks WHERE name = ${quoteText(name)})`

/** A value below every value of a column's type. */
const least = (type: string | undefined) => (type?.toUpperCase() === 'TEXT' ? "''" : '-9223372036854775808')

/** The notes that come after a note: [name, epoch, key]. */
export type Note = [string, number, number | string]
const isNotedAfter = ([, epoch, key]: Note) =>
  `AND (c.epoch, c.key) > (${epoch}, ${typeof key === 'string' ? quoteText(key) : key})`

/** Rows of a table without rowids that come after a key. */
function isBehind(table: BackedUp & { key: string[] }, after: string): string {
  const [first = ''] = table.key
  if (after === '[]') return `t.${quoteName(first)} >= ${least(table.types[table.columns.indexOf(first)])}`
  const columns = table.key.map((column) => `t.${quoteName(column)}`).join(', ')
  const values = table.key.map((_, i) => `${quoteText(after)} ->> ${i}`).join(', ')
  return `(${columns}) > (${values})`
}

/**
 * The next rows of a table that no file has yet, at most `most`, and as many of those that were noted, each as it is now.
 * @param after of a table without rowids: the key from which on rows are new
 * @param noted the last note that was read
 */
export function selectNext(table: BackedUp, most: number, after: string, noted?: Note): SQL {
  const { name, key } = table
  const own = key
    ? {
        key: `json_array(${key.map((column) => `t.${quoteName(column)}`).join(', ')})`,
        there: `t.${quoteName(key[0] ?? '')}`,
      }
    : { key: 't.rowid', there: 't.rowid' }
  const fresh = key ? isBehind({ ...table, key }, after) : `t.rowid > ${markOf(table, 'read_to')}`
  const order = key ? key.map((column) => `t.${quoteName(column)}`).join(', ') : 't.rowid'
  const same = key ? key.map((column, i) => `t.${quoteName(column)} = c.key ->> ${i}`).join(' AND ') : 't.rowid = c.key'
  return sql.raw(`
    SELECT * FROM (SELECT ${own.key} AS "@key", 1 AS "@there", NULL AS "@epoch", t.* FROM ${quoteName(name)} t
      WHERE ${fresh} ORDER BY ${order} LIMIT ${most})
    UNION ALL SELECT * FROM (SELECT c.key, ${own.there} IS NOT NULL, c.epoch, t.* FROM changed_rows c
      LEFT JOIN ${quoteName(name)} t ON ${same} WHERE c.name = ${quoteText(name)} ${noted ? isNotedAfter(noted) : ''} ORDER BY c.epoch, c.key LIMIT ${most})`)
}

const lastOf = ({ name }: BackedUp) => `coalesce((SELECT max(rowid) FROM ${quoteName(name)}), 0)`

/** Moves the mark over what `selectNext` read in the same transaction; what changes from then on is noted anew. */
export function passNext(table: BackedUp, most: number, condition: SQL): SQL {
  const { name, key } = table
  const to = `(SELECT rowid FROM ${quoteName(name)} WHERE rowid > backup_marks.read_to ORDER BY rowid LIMIT 1 OFFSET ${most - 1})`
  const moved = key ? '' : `, read_to = coalesce(${to}, ${lastOf(table)})`
  return sql`${sql.raw(`UPDATE backup_marks SET epoch = epoch + 1${moved} WHERE name = ${quoteText(name)} AND`)} ${condition}`
}

/** Moves the marks of all tables to their last rows. */
export function passAll(tables: BackedUp[], condition: SQL): SQL {
  const cases = tables.filter(({ key }) => !key).map((table) => `WHEN ${quoteText(table.name)} THEN ${lastOf(table)}`)
  return sql`${sql.raw(`UPDATE backup_marks SET epoch = epoch + 1, read_to = CASE name ${cases.join(' ')} ELSE read_to END WHERE`)} ${condition}`
}

/** Which tables have rows that no file has, and how far each is. */
export type Mark = { name: string; keptKey: string; hasMore: 0 | 1 }

export function selectMarks(tables: BackedUp[]): SQL {
  const cases = tables.map((table) => {
    const { name, key, columns, types } = table
    const there = (condition: string) => `EXISTS (SELECT 1 FROM ${quoteName(name)} t WHERE ${condition})`
    if (!key) return `WHEN ${quoteText(name)} THEN ${there('t.rowid > backup_marks.read_to')}`
    const [first = ''] = key
    const any = there(`t.${quoteName(first)} >= ${least(types[columns.indexOf(first)])}`)
    const own = key.map((column) => `t.${quoteName(column)}`).join(', ')
    const behind = there(`(${own}) > (${key.map((_, i) => `backup_marks.kept_key ->> ${i}`).join(', ')})`)
    return `WHEN ${quoteText(name)} THEN CASE backup_marks.kept_key WHEN '[]' THEN ${any} ELSE ${behind} END`
  })
  return sql.raw(`
    SELECT name, kept_key AS "keptKey", EXISTS (SELECT 1 FROM changed_rows c WHERE c.name = backup_marks.name)
      OR CASE name ${cases.join(' ')} ELSE 0 END AS "hasMore" FROM backup_marks ORDER BY name`)
}
