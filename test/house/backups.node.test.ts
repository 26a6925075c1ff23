import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { catalogueAtOnce, NOT_BACKED_UP } from '#db/backup-tables.ts'
import { changeTriggers, isChangeTrigger, missingTriggers } from '#db/change-triggers.ts'
import { sourcesOf } from '#testing/sources.ts'
import { openStore } from '#testing/store.ts'
import { SEARCHED, searchTables } from '../../scripts/restore/search.ts'

const store = openStore()
const catalogue = catalogueAtOnce((query) => store.rows(query))
const { tables, others } = catalogue

/** Written by wrangler, so in no migration. */
const OF_WRANGLER = ['d1_migrations']

describe('every table of the database', () => {
  const names = store
    .rows<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'",
    )
    .map(({ name }) => name)

  it('is backed up, or says why not', () => {
    expect([...tables.map(({ name }) => name), ...others].sort()).toEqual(names.sort())
    expect(tables.length).toBeGreaterThan(80)
    expect([...others, ...OF_WRANGLER].sort()).toEqual(Object.keys(NOT_BACKED_UP).sort())
    for (const [name, why] of Object.entries(NOT_BACKED_UP)) expect(why.length, name).toBeGreaterThan(9)
  })

  it('of the full-text search is filled again by scripts/restore/search.ts', () => {
    expect(searchTables(store.db)).toEqual(Object.keys(SEARCHED).sort())
  })

  it('has columns that JSON can hold and a key that can be read back', () => {
    const strange = tables.flatMap(({ name, columns, types, key }) =>
      columns.flatMap((column, i) => {
        const isFine = key?.includes(column) ? /^(TEXT|INTEGER)$/i : /^(TEXT|INTEGER|REAL|BLOB)$/i
        return isFine.test(types[i] ?? '') ? [] : [`${name}.${column} ${types[i]}`]
      }),
    )
    expect(strange).toEqual([])
  })
})

describe('changes of what is backed up are noted', () => {
  it('by the triggers of src/db/change-triggers.ts: else npm run schema', () => {
    const there = store.rows<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND ${isChangeTrigger} ORDER BY name`,
    )
    const wanted = changeTriggers(catalogue).map(({ name, text }) => ({ name, sql: text }))
    expect(there).toEqual(wanted.sort((a, b) => (a.name < b.name ? -1 : 1)))
    expect(missingTriggers(catalogue)).toEqual([])
  })

  it('also where a table is refused to be changed: there nothing has to be', () => {
    const refused = tables.filter(({ isUpdated, isDeleted }) => !isUpdated && !isDeleted).map(({ name }) => name)
    // Reasons in history and movements of stock go with who gave them, and rows into sealed files: that much is changed, and noted.
    expect(refused).toEqual(['audit', 'terms_accepted'])
    for (const name of refused)
      for (const event of ['update', 'delete'])
        expect(
          store.rows(
            "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? AND sql GLOB ?",
            name,
            `*BEFORE ${event.toUpperCase()} ON ${name}*RAISE(ABORT*`,
          ),
          `${event} of ${name}`,
        ).toHaveLength(1)
  })

  it('no statement replaces a row: SQLite would tell no trigger of the one that goes', () => {
    const replacing = sourcesOf('src/**/*.ts', 'migrations/*.sql').filter(({ text }) =>
      /\b(INSERT|UPDATE) OR REPLACE\b|\bREPLACE INTO\b/i.test(text),
    )
    expect(replacing.map(({ path }) => path)).toEqual([])
  })

  it('whatever the statement that changes them does about conflicts', () => {
    const db = new DatabaseSync(':memory:')
    db.deserialize(store.db.serialize())
    db.exec(
      `INSERT INTO counters (name, value) VALUES ('a', 1); INSERT INTO backup_marks (name, read_to) VALUES ('counters', 1)`,
    )
    for (let i = 0; i < 2; i++)
      db.exec(`
        INSERT INTO counters (name, value) VALUES ('a', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
        UPDATE OR ABORT counters SET value = 3; UPDATE OR IGNORE counters SET value = 4; UPDATE OR ROLLBACK counters SET value = 5`)
    expect(db.prepare('SELECT name, key FROM changed_rows').all()).toMatchObject([{ name: 'counters', key: 1 }])
  })
})
