import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Wrangler's own table of applied migrations, so that `wrangler d1 migrations apply` knows them. */
export const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** The files of the migrations, in order. */
export const namesIn = (folder = 'migrations'): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Notes all migrations in a database that was made with them. */
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

/** A migrated database, and the function that applies the migrations that came later. */
export type MigratedDatabase = { db: DatabaseSync; migrateOn: () => string[] }

/** Opens the file of a database that a restore fills, without safety against a crash: the restore would start again. */
export function openFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, enableForeignKeyConstraints: false })
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  return db
}

/**
 * Makes a database with the migrations up to `last`; with all if it is null.
 * @throws if this version of the service does not know `last`
 */
export function openMigrated(path: string, last: string | null, folder = 'migrations'): MigratedDatabase {
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
