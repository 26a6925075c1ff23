import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { searchTables } from './search.ts'

/** Bounds below D1's own: D1 takes statements of 100 KB, and one file at a time. */
const STATEMENT_BYTES = 90_000
const FILE_BYTES = 50 * 1024 * 1024
/** Characters in one part of a text that is too long for a statement; a character has four bytes at most. */
const PART_LENGTH = 20_000

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Writes statements into the files `0001.sql`, … of a folder, in their order. */
function writer(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  let lines: string[] = []
  let bytes = 0
  const flush = () => {
    if (lines.length === 0) return
    const path = join(folder, `${String(files.length + 1).padStart(4, '0')}.sql`)
    writeFileSync(path, `PRAGMA defer_foreign_keys = TRUE;\n${lines.join('\n')}\n`)
    files.push(path)
    lines = []
    bytes = 0
  }
  return {
    files,
    flush,
    add(statement: string) {
      lines.push(`${statement};`)
      bytes += statement.length
      if (bytes >= FILE_BYTES) flush()
    },
  }
}
type Writer = ReturnType<typeof writer>

/** Sorts tables: each comes after the tables that it refers to. */
function inOrder(db: DatabaseSync, names: string[]): string[] {
  const placed = new Set<string>()
  const place = (name: string) => {
    if (placed.has(name) || !names.includes(name)) return
    placed.add(name)
    const parents = db.prepare('SELECT "table" AS parent FROM pragma_foreign_key_list(?)').all(name)
    for (const { parent } of parents) place(String(parent))
    order.push(name)
  }
  const order: string[] = []
  for (const name of names) place(name)
  return order
}

/** Writes the rows of a table in as few statements as D1's limit allows. */
function addRows(db: DatabaseSync, out: Writer, table: string, names: string[]): void {
  const columns = names.map(quoteName)
  const into = `INSERT INTO ${quoteName(table)} (${columns.join(', ')}) VALUES `
  const rows = db.prepare(`SELECT ${columns.map((column) => `quote(${column})`).join(', ')} FROM ${quoteName(table)}`)
  rows.setReturnArrays(true)
  let values: string[] = []
  let bytes = 0
  const flush = () => {
    if (values.length > 0) out.add(into + values.join(','))
    values = []
    bytes = 0
  }
  for (const row of rows.iterate() as unknown as Iterable<string[]>) {
    const value = `(${row.join(',')})`
    const size = Buffer.byteLength(value)
    if (bytes + size > STATEMENT_BYTES) flush()
    if (size > STATEMENT_BYTES) addInParts(out, into, row)
    else {
      values.push(value)
      bytes += size + 1
    }
  }
  flush()
}

/** Writes a row that is too long for one statement: its long texts come before it, part by part. */
function addInParts(out: Writer, into: string, row: string[]): void {
  out.add('CREATE TABLE "restore_parts" (n INTEGER PRIMARY KEY, part TEXT)')
  let n = 0
  const values = row.map((value) => {
    if (!value.startsWith("'") || value.length <= PART_LENGTH) return value
    const text = [...value.slice(1, -1).replaceAll("''", "'")]
    const first = n
    for (let i = 0; i < text.length; i += PART_LENGTH)
      out.add(`INSERT INTO restore_parts VALUES (${n++}, ${literal(text.slice(i, i + PART_LENGTH).join(''))})`)
    return `(SELECT group_concat(part, '' ORDER BY n) FROM restore_parts WHERE n BETWEEN ${first} AND ${n - 1})`
  })
  out.add(`${into}(${values.join(',')})`)
  out.add('DROP TABLE restore_parts')
}

/**
 * Writes a database as SQL that makes it in an empty one: tables, rows, indexes, and triggers last, so that none acts
 * on the rows.
 * @returns the files, in the order in which they must be sent
 */
export function dumpSql(db: DatabaseSync, folder: string): string[] {
  const out = writer(folder)
  const search = searchTables(db)
  const made = db.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all()
  const lists = db.prepare("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main'").all()
  const own = new Map(lists.filter(({ type }) => type === 'table').map(({ name, wr }) => [String(name), Boolean(wr)]))
  const statements = (type: string) => made.filter((one) => one.type === type)
  const isOurs = (name: string) => (own.has(name) || search.includes(name)) && !/^(sqlite_|_cf_)/.test(name)
  for (const { name, sql } of statements('table')) if (isOurs(String(name))) out.add(String(sql))
  for (const table of inOrder(db, [...own.keys()].filter(isOurs))) {
    const { tables, key } = {
      tables: db.prepare('SELECT name FROM pragma_table_info(?)').all(table),
      key: own.get(table),
    }
    addRows(db, out, table, [...(key ? [] : ['rowid']), ...tables.map(({ name }) => String(name))])
  }
  for (const table of search)
    addRows(db, out, table, [
      'rowid',
      ...db
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name)),
    ])
  out.add('DELETE FROM sqlite_sequence')
  addRows(db, out, 'sqlite_sequence', ['name', 'seq'])
  for (const type of ['index', 'trigger']) for (const { sql } of statements(type)) out.add(String(sql))
  out.flush()
  return out.files
}
