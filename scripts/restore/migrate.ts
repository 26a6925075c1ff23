import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** As wrangler makes it, so that `wrangler d1 migrations apply` knows what is there. */
export const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** The files of the migrations in their order. */
export const namesIn = (folder = 'migrations'): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Notes in a database that has all migrations which those are. */
export function noteMigrations(db: DatabaseSync): void {
  db.exec(APPLIED)
  for (const name of namesIn()) db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
}

function apply(db: DatabaseSync, folder: string, some: string[]): void {
  db.exec(APPLIED)
  const noted = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)')
  for (const name of some) {
    for (const statement of readFileSync(`${folder}/${name}`, 'utf8').split('--> statement-breakpoint'))
      db.exec(statement)
    noted.run(name)
  }
}

/** A migrated database, and what applies the migrations that came after. */
export type Migrated = { db: DatabaseSync; migrateOn: () => string[] }

/** A database in a file as a restore fills it: nothing of it need survive a fall. */
export function openFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, enableForeignKeyConstraints: false })
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  return db
}

/**
 * Makes a database with the migrations up to one; without one, with all.
 * @throws where this version of the service does not know it
 */
export function openMigrated(path: string, last: string | null, folder = 'migrations'): Migrated {
  const all = namesIn(folder)
  const at = last === null ? all.length : all.indexOf(last) + 1
  if (at === 0)
    throw new Error(`The backup is of migration ${last}, which is not here: restore it with the version that has it.`)
  const db = openFile(path)
  apply(db, folder, all.slice(0, at))
  const migrateOn = () => {
    apply(db, folder, all.slice(at))
    return all.slice(at)
  }
  return { db, migrateOn }
}
