import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect } from 'vitest'
import { catalogueAtOnce } from '#db/backup-tables.ts'
import { backUp, type Outcome } from '#domain/core/backups/back-up.ts'
import type { Manifest } from '#domain/core/backups/manifest.ts'
import type { Ctx } from '#domain/core/context.ts'
import { buildDatabase, type RestoreResult } from '../../scripts/restore/build.ts'
import { type MigratedDatabase, openFile, openMigrated } from '../../scripts/restore/migrate.ts'
import { searchTables } from '../../scripts/restore/search.ts'
import { openDomain } from '../domain/domain.ts'
import { type MemoryBackups, memoryBackups } from './backups.ts'

/** Every row of every table that a backup holds, and of what is searched, with its rowid. */
export type Rows = Record<string, string[]>

export function rowsOf(db: DatabaseSync): Rows {
  const { tables } = catalogueAtOnce((query) => db.prepare(query).all() as never)
  const all = [...tables, ...searchTables(db).map((name) => ({ name, key: null }))]
  return Object.fromEntries(
    all.map(({ name, key }) => {
      const own = key ? '' : 'rowid AS "@row", '
      const rows = db.prepare(`SELECT ${own}* FROM "${name}" ORDER BY ${key ? key.join(', ') : 'rowid'}`).all()
      // The number of requests that a caller has under way is left out: a restored market has forgotten it.
      return [name, rows.map((row) => JSON.stringify(row)).filter((row) => !row.includes('"name":"keys:'))]
    }),
  )
}

/** A folder with the files of a bucket; it is removed with `Symbol.dispose`. */
export function folderOf({ files }: MemoryBackups) {
  const path = mkdtempSync(join(tmpdir(), 'backup-'))
  for (const [key, bytes] of files) {
    mkdirSync(dirname(join(path, key)), { recursive: true })
    writeFileSync(join(path, key), bytes)
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** A database with all migrations is made once, and copied. */
let migrated: Uint8Array | undefined
function openQuickly(path: string, last: string | null): MigratedDatabase {
  if (last !== null) return openMigrated(path, last)
  if (!migrated) {
    const { db } = openMigrated(':memory:', null)
    migrated = db.serialize()
    db.close()
  }
  writeFileSync(path, migrated)
  return { db: openFile(path), migrateOn: () => [] }
}

/** Restores a bucket's newest backup, or that of a moment. */
export function restore(
  bucket: MemoryBackups,
  until?: string,
  open = openQuickly,
): { rows: Rows; said: RestoreResult } {
  using folder = folderOf(bucket)
  const path = join(folder.path, 'restored.sqlite')
  const said = buildDatabase(folder.path, path, until, open)
  const db = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true })
  const rows = rowsOf(db)
  db.close()
  return { rows, said }
}

/** The domain with a bucket for its backups, and rows that need no others. */
export function openMarket() {
  const domain = openDomain()
  let bucket = memoryBackups()
  beforeEach(() => {
    bucket = memoryBackups()
  })
  afterEach(() => bucket.files.clear())
  const at = (ms: number, extra: Partial<Ctx> = {}): Ctx => domain.after(ms, { backups: bucket, ...extra })
  return {
    ...domain,
    at,
    bucket: () => bucket,
    backUp: (ms = 0, page = 5): Promise<Outcome> => backUp(at(ms), () => true, { isWanted: true, page }),
    manifests: (): Manifest[] =>
      [...bucket.files]
        .filter(([key]) => key.endsWith('.json'))
        .map(([, bytes]) => JSON.parse(new TextDecoder().decode(bytes)) as Manifest)
        .sort((a, b) => a.at.localeCompare(b.at)),
    /** A file that nothing shows any more: the smallest row that there is. */
    addFiles: (...keys: string[]) => {
      for (const key of keys) domain.add('removed_files', { key, created_at: 1 })
    },
    removeFiles: (...keys: string[]) => {
      for (const key of keys) domain.run('DELETE FROM removed_files WHERE key = ?', key)
    },
    expectSame() {
      const { rows, said } = restore(bucket)
      expect(rows).toEqual(rowsOf(domain.store.db))
      expect(said.faults).toEqual([])
    },
  }
}
