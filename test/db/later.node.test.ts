import { describe, expect, it } from 'vitest'
import { openStore } from '#testing/store.ts'
import { lastSnapshot } from '../../scripts/schema/files.ts'
import { afterTables } from '../../scripts/schema/later.ts'
import { presentSchema, tableChanges } from '../../scripts/schema/present.ts'
import { anatomyOf } from './anatomy.ts'

const { db } = openStore()
const present = await presentSchema()
const wanted = anatomyOf(db)

describe('a later migration', () => {
  it('has nothing to do while the migrations make what src/db says', async () => {
    expect((await tableChanges(lastSnapshot())).statements).toEqual([])
    expect(afterTables(db, present)).toEqual([])
  })

  it('brings triggers and full-text tables to what src/db says, and adds up anew what they keep', () => {
    db.exec(`DROP TRIGGER users_renamed; DROP TRIGGER count_audit_insert; DROP TRIGGER sum_user_days_users_delete;
      CREATE TRIGGER users_renamed AFTER UPDATE OF name ON users BEGIN SELECT 1; END;
      CREATE TRIGGER users_of_before AFTER UPDATE OF name ON users BEGIN SELECT 1; END; DROP TABLE shops_search`)
    const statements = afterTables(db, present)
    expect(statements.map((one) => one.split(/[\n(]/)[0]?.trim())).toEqual([
      'CREATE VIRTUAL TABLE shops_search USING fts5',
      'DROP TRIGGER users_renamed',
      'DROP TRIGGER users_of_before',
      'CREATE TRIGGER users_renamed AFTER UPDATE OF name, email ON users BEGIN',
      'CREATE TRIGGER count_audit_insert AFTER INSERT ON audit BEGIN',
      'CREATE TRIGGER sum_user_days_users_delete AFTER DELETE ON users BEGIN',
      'DELETE FROM counters WHERE',
      'INSERT INTO counters',
      'DELETE FROM user_days',
      'INSERT INTO user_days',
    ])
    for (const statement of statements) db.exec(statement)
    expect(anatomyOf(db)).toEqual(wanted)
  })

  it('is left to people where a table that is written by hand is another', () => {
    db.exec('DROP TABLE users_search; CREATE VIRTUAL TABLE users_search USING fts5 (name)')
    expect(() => afterTables(db, present)).toThrow('users_search')
  })
})
