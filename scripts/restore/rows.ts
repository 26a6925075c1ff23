import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Manifest } from '#domain/core/backups/manifest.ts'
import { type Chain, readLines } from './folder.ts'

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
const places = (n: number) => Array(n).fill('?').join(', ')

/** Opens a second database with tables of bare columns, in which the last line of a key becomes its row. */
function openStage(db: DatabaseSync, tables: Manifest['tables']) {
  db.exec(`ATTACH '' AS stage; PRAGMA stage.journal_mode = MEMORY; PRAGMA stage.cache_size = -200000`)
  return new Map(
    Object.entries(tables).map(([name, { columns, key }]) => {
      const into = `stage.${quoteName(name)}`
      db.exec(
        `CREATE TABLE ${into} ("@key" ${key ? 'TEXT' : 'INTEGER'} PRIMARY KEY, ${columns.map(quoteName).join(', ')})`,
      )
      return [
        name,
        {
          put: db.prepare(`INSERT OR REPLACE INTO ${into} VALUES (${places(columns.length + 1)})`),
          remove: db.prepare(`DELETE FROM ${into} WHERE "@key" = ?`),
        },
      ]
    }),
  )
}

const bindable = (value: unknown): SQLInputValue =>
  typeof value === 'object' && value !== null && 'hex' in value
    ? Buffer.from(String(value.hex), 'hex')
    : (value as SQLInputValue)

/** Drops all triggers or indexes, because they come after the rows. @returns the function that makes them again */
export function takeAway(db: DatabaseSync, type: 'trigger' | 'index'): () => void {
  const made = db
    .prepare('SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid')
    .all(type)
  for (const { name } of made) db.exec(`DROP ${type} ${quoteName(String(name))}`)
  return () => {
    for (const { sql } of made) db.exec(String(sql))
  }
}

/**
 * Puts the rows of a chain into a migrated database, each with its rowid.
 * @param rebuild runs when all rows and indexes are there and no trigger is
 * @returns the number of rows
 * @throws if a file is missing or damaged, or a table's columns are not those of the backup
 */
export function putRows(db: DatabaseSync, { folder, backups }: Chain, rebuild: () => void): number {
  const last = backups.at(-1) as Manifest
  requireColumns(db, last.tables)
  const giveBackTriggers = takeAway(db, 'trigger')
  const giveBackIndexes = takeAway(db, 'index')
  const stage = openStage(db, last.tables)
  for (const file of backups.flatMap(({ files }) => files)) {
    db.exec('BEGIN')
    for (const { table, key, values } of readLines(folder, file)) {
      const into = stage.get(table)
      if (!into) throw new Error(`${file.key} has rows of ${table}, which the manifest does not name.`)
      const at = typeof key === 'number' ? key : JSON.stringify(key)
      if (values) into.put.run(at, ...values.map(bindable))
      else into.remove.run(at)
    }
    db.exec('COMMIT')
  }
  db.exec('BEGIN')
  let rows = 0
  for (const [name, { columns, key }] of Object.entries(last.tables)) {
    const all = columns.map(quoteName).join(', ')
    const order = key ? key.map(quoteName).join(', ') : '"@key"'
    db.exec(`DELETE FROM main.${quoteName(name)}`)
    rows += Number(
      db
        .prepare(
          `INSERT INTO main.${quoteName(name)} (${key ? '' : 'rowid, '}${all}) SELECT ${key ? '' : '"@key", '}${all} FROM stage.${quoteName(name)} ORDER BY ${order}`,
        )
        .run().changes,
    )
  }
  db.exec("DELETE FROM sqlite_sequence WHERE name <> 'd1_migrations'")
  for (const { name, seq } of last.sequences) db.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(name, seq)
  db.exec('COMMIT')
  stage.clear()
  db.exec('DETACH stage')
  giveBackIndexes()
  // `rebuild` looks rows up one by one: without the indexes that takes hours.
  db.exec('BEGIN')
  rebuild()
  db.exec('COMMIT')
  giveBackTriggers()
  return rows
}

function requireColumns(db: DatabaseSync, tables: Manifest['tables']): void {
  for (const [name, { columns }] of Object.entries(tables)) {
    const there = new Set(
      db
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(name)
        .map((column) => String(column.name)),
    )
    const lost = columns.filter((column) => !there.has(column))
    if (there.size !== columns.length || lost.length > 0)
      throw new Error(`Table ${name} of the backup is not the one that its migrations make.`)
  }
}
