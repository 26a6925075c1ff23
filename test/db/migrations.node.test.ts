import { readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from '#testing/sources.ts'
import { isDeployed, lastSnapshot, textOf } from '../../scripts/schema/files.ts'
import { baseline, inMemory, presentSchema } from '../../scripts/schema/present.ts'
import { anatomyOf } from './anatomy.ts'

const files = sourcesOf('migrations/*.sql')

const present = presentSchema()

/** The database after every migration, statement by statement, as D1 applies them. */
function migrated(): DatabaseSync {
  const db = inMemory()
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

  it('make the database that src/db says: else npm run schema, after the first deployment npm run migrate', async () => {
    const { statements } = await present
    const said = inMemory()
    for (const statement of statements) said.exec(statement)
    expect(anatomyOf(migrated())).toEqual(anatomyOf(said))
    expect(migrated().prepare('SELECT * FROM money_settings').all()).toEqual(
      said.prepare('SELECT * FROM money_settings').all(),
    )
  })

  it.skipIf(isDeployed())('are what npm run schema writes, and nothing by hand', async () => {
    const { tag, statements, snapshot } = await baseline()
    expect(files.map(({ path }) => path)).toEqual([`migrations/${tag}.sql`])
    expect(files[0]?.text === textOf(statements), 'npm run schema').toBe(true)
    expect(lastSnapshot()).toEqual(JSON.parse(JSON.stringify(snapshot)))
  })

  it('name every CHECK, so that a broken one can say what it means', () => {
    const unnamed = files.flatMap(({ text }) => text.match(/^(?!.*CONSTRAINT).*\bCHECK\s*\(.*$/gim) ?? [])
    expect(unnamed).toEqual([])
  })
})

describe('indexes', () => {
  it('of some rows are found by their own condition, as SQLite turns comparisons round', () => {
    const db = migrated()
    const partial = db
      .prepare(`SELECT name, tbl_name AS of, substr(sql, instr(sql, 'WHERE') + 5) AS condition FROM sqlite_master
                WHERE type = 'index' AND instr(sql, 'WHERE') > 0`)
      .all() as { name: string; of: string; condition: string }[]
    expect(partial.length).toBeGreaterThan(30)
    const lost = partial.filter(({ name, of, condition }) => {
      try {
        db.prepare(`SELECT 1 FROM ${of} INDEXED BY ${name} WHERE ${condition}`)
        return false
      } catch {
        return true
      }
    })
    expect(lost.map(({ name }) => name)).toEqual([])
  })
})
