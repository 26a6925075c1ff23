import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from '../house/sources.ts'

const files = sourcesOf('migrations/*.sql')

/** The database after every migration, statement by statement, as D1 applies them. */
function migrated(some = files, db = new DatabaseSync(':memory:')): DatabaseSync {
  db.exec('PRAGMA foreign_keys = ON')
  for (const { text } of some) for (const statement of text.split('--> statement-breakpoint')) db.exec(statement)
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
    // Nothing refers to a full-text table, and it is filled again from the table that it searches. Nothing refers to the
    // lines of an order either, and no trigger watched them when they moved to a table with another CHECK; nor to the devices
    // that were known by their browser's name, which are no more. Nothing refers to the wallets of gateways, and the triggers that
    // note their changes are made again by the migration behind.
    expect(
      files
        .filter(({ text }) =>
          /__new_|DROP TABLE (?!\w+_search;|`order_items`;|`known_devices`;|`gateway_wallets`;)/i.test(text),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  it('keep what is on sale in the search, and let it be found where it stands', () => {
    const later = files.findIndex(({ path }) => path.includes('0004_'))
    const db = migrated(files.slice(0, later))
    db.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO products (id, shop_id, seller_profile_id, category_id, subcategory_id, name, slug, description, currency, created_at, updated_at)
        VALUES ('a', 'shop-1', 'sp', 'cat-1', 'sub-1', 'Café', 'a', 'du Kivu', 'USD', 1, 1), ('b', 'shop-1', 'sp', 'cat-1', 'sub-1', 'Café', 'b', '', 'CDF', 1, 1);
      UPDATE products SET visible = 1 WHERE id = 'a'`)
    migrated(files.slice(later), db)
    db.exec("PRAGMA foreign_keys = OFF; UPDATE products SET visible = 1 WHERE id = 'b'")
    const found = (match: string) =>
      db
        .prepare(
          'SELECT thing_id FROM products_search JOIN search_keys k ON k.row = products_search.rowid WHERE products_search MATCH ?',
        )
        .all(match)
        .map((row) => row.thing_id)
    expect(found('cafe AND place : "cat1"')).toEqual(['a', 'b'])
    expect(found('kivu AND place : "usd"')).toEqual(['a'])
    db.exec("UPDATE products SET category_id = 'cat-2' WHERE id = 'a'; UPDATE products SET visible = 0 WHERE id = 'b'")
    expect([found('place : "cat1"'), found('place : "cat2"')]).toEqual([[], ['a']])
  })

  it('count anew what was there before the counters had one table', () => {
    const later = files.findIndex(({ path }) => path.includes('_counters'))
    const db = migrated(files.slice(0, later))
    const user = (id: string) =>
      db.exec(
        `INSERT INTO users (id, name, email, role, created_at, updated_at) VALUES ('${id}', 'A', '${id}', 'BUYER', 1, 1)`,
      )
    user('a')
    user('b')
    db.exec(`UPDATE users SET role = 'RIDER' WHERE id = 'b';
      UPDATE counters SET value = 7 WHERE name = 'users'; INSERT INTO counters VALUES ('users:NOBODY', 1), ('series:orders:2026', 3)`)
    migrated(files.slice(later), db)
    user('c')
    expect(
      db
        .prepare('SELECT name, value FROM counters ORDER BY name')
        .all()
        .map((row) => ({ ...row })),
    ).toEqual([
      { name: 'series:orders:2026', value: 3 },
      { name: 'users', value: 3 },
      { name: 'users:BUYER', value: 2 },
      { name: 'users:RIDER', value: 1 },
      { name: 'users:open:BUYER', value: 2 },
      { name: 'users:open:RIDER', value: 1 },
    ])
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
