import type { DatabaseSync } from 'node:sqlite'

type Made = { type: string; name: string; tbl_name: string; sql: string | null }

/** Things that a database is made of, in the order they were made. */
export const madeOf = (db: DatabaseSync) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid').all() as Made[]
