import type { DatabaseSync } from 'node:sqlite'
import { openStore } from '../proof/simulation/store.ts'

type Made = { type: string; name: string; tbl_name: string; sql: string | null }

/** What a database is made of, in the order it was made. */
export const madeOf = (db: DatabaseSync) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid').all() as Made[]

/**
 * What every migration leaves, each thing made once: an empty database comes to it in a fraction of the time that the
 * migrations take. Rows come before triggers, which must not act on them again.
 */
export function schemaStatements(): string[] {
  const { db } = openStore()
  const made = madeOf(db).filter(({ name, sql }) => sql !== null && !isMadeByItself(db, name))
  const of = (type: string) => made.filter((one) => one.type === type).map(({ sql }) => sql as string)
  return [...of('table'), ...rowsOf(db), ...of('index'), ...of('trigger')]
}

/** Tables that SQLite makes beside others. */
const isMadeByItself = (db: DatabaseSync, table: string) =>
  table.startsWith('sqlite_') ||
  db.prepare("SELECT 1 FROM pragma_table_list WHERE name = ? AND type = 'shadow'").get(table) !== undefined

function rowsOf(db: DatabaseSync): string[] {
  const tables = db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all()
  return tables.flatMap(({ name }) => {
    if (isMadeByItself(db, name as string)) return []
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(name as string)
    const values = columns.map((column) => `quote("${column.name}")`).join(" || ', ' || ")
    const rows = db.prepare(`SELECT ${values} AS line FROM "${name}"`).all()
    return rows.map(({ line }) => `INSERT INTO "${name}" VALUES (${line})`)
  })
}
