import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from './sources.ts'

const files = sourcesOf('migrations/*.sql')

/** The database after every migration, statement by statement, as D1 applies them. */
function migrated(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA foreign_keys = ON')
  for (const { text } of files) for (const statement of text.split('--> statement-breakpoint')) db.exec(statement)
  return db
}

type Table = { name: string; type: string; strict: number }
const tablesOf = (db: DatabaseSync) =>
  (db.prepare('PRAGMA main.table_list').all() as Table[]).filter(({ name }) => !name.startsWith('sqlite_'))

describe('migrations', () => {
  it('are those of the journal, in its order', () => {
    const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as { entries: { tag: string }[] }
    expect(files.map(({ path }) => path)).toEqual(journal.entries.map(({ tag }) => `migrations/${tag}.sql`))
  })

  it('apply to an empty database, and every table of it is STRICT', () => {
    const tables = tablesOf(migrated()).filter(({ type }) => type === 'table')
    expect(tables.length).toBeGreaterThan(30)
    expect(tables.filter(({ strict }) => !strict).map(({ name }) => name)).toEqual([])
  })

  it('rebuild no table: on D1 the drop would cascade, and triggers and STRICT would be lost', () => {
    expect(files.filter(({ text }) => /__new_|DROP TABLE/i.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('name every CHECK, so that a broken one can say what it means', () => {
    const unnamed = files.flatMap(({ text }) => text.match(/^(?!.*CONSTRAINT).*\bCHECK\s*\(.*$/gim) ?? [])
    expect(unnamed).toEqual([])
  })
})
