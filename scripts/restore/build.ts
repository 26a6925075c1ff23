import { rmSync } from 'node:fs'
import { eraseAgain } from './erased.ts'
import { readChain } from './folder.ts'
import { openMigrated } from './migrate.ts'
import { putRows } from './rows.ts'
import { rebuildSearch } from './search.ts'
import { faultsOf } from './verdict.ts'

export type RestoreResult = {
  at: string
  backups: number
  rows: number
  migrated: string[]
  erased: number
  /** Later files that could not be read for people erased since. */
  unread: string[]
  faults: string[]
}

/**
 * Builds a database from a folder of backups: the schema of that time, the rows, then the migrations that came since.
 * @param path the file to write; an existing file is replaced
 * @param until the last moment wanted
 * @param open makes the migrated database
 */
export function buildDatabase(folder: string, path: string, until?: string, open = openMigrated): RestoreResult {
  const chain = readChain(folder, until)
  const last = chain.backups.at(-1)
  if (!last) throw new Error(`${folder} has no backup.`)
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
  const { db, migrateOn } = open(path, last.migration)
  try {
    const rows = putRows(db, chain, () => {
      rebuildSearch(db)
      // These counters hold each caller's requests under way, of which a backup has none.
      db.exec("DELETE FROM counters WHERE name GLOB 'keys:*'")
    })
    const migrated = migrateOn()
    const { erased, unread } = eraseAgain(db, chain)
    return { at: last.at, backups: chain.backups.length, rows, migrated, erased, unread, faults: faultsOf(db) }
  } finally {
    db.close()
  }
}
