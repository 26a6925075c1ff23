import { DatabaseSync } from 'node:sqlite'
import { openStore } from '#testing/store.ts'
import { databaseFile } from '../restore/local-state.ts'
import { namesIn } from '../restore/migrate.ts'
import { DEMO_ADMIN } from '../seed/people.ts'

/** The state of a local database: absent, behind on migrations, or without the demo data. */
export type LocalDatabase = { isAbsent: boolean; isBehind: boolean; isWithoutDemo: boolean }

const ABSENT = { isAbsent: true, isBehind: false, isWithoutDemo: false }

const SCHEMA = `SELECT name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND name <> 'd1_migrations' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY name`
const schemaOf = (db: DatabaseSync) => JSON.stringify(db.prepare(SCHEMA).all())

/**
 * Looks at the file of a server's database directly: wrangler takes seconds to say that there is nothing to do.
 * @throws if other migrations made it: no migration leads on from there
 */
export function lookAtDatabase(state: string, folder = 'migrations'): LocalDatabase {
  const file = databaseFile(state)
  if (file === undefined) return ABSENT
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const applied = appliedTo(db)
    const all = namesIn(folder)
    const isBehind = applied.length < all.length
    const isOther =
      applied.some((name, i) => name !== all[i]) || (!isBehind && schemaOf(db) !== schemaOf(openStore().db))
    if (isOther)
      throw new Error(`The database in ${state} was made by other migrations. Delete ${state} and start again.`)
    const [admin] = isBehind ? [] : db.prepare('SELECT 1 FROM users WHERE email = ?').all(DEMO_ADMIN.email)
    return { isAbsent: false, isBehind, isWithoutDemo: !admin }
  } finally {
    db.close()
  }
}

function appliedTo(db: DatabaseSync): string[] {
  const [isKept] = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").all()
  return isKept
    ? db
        .prepare('SELECT name FROM d1_migrations ORDER BY id')
        .all()
        .map(({ name }) => String(name))
    : []
}
