import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogueAtOnce } from '#db/backup-tables.ts'
import { missingTriggers } from '#db/change-triggers.ts'
import { openMarket, restore } from '#testing/backups/market.ts'
import { sourcesOf } from '#testing/sources.ts'
import { openMigrated } from '../../../scripts/restore/migrate.ts'

const market = openMarket()
const { addFiles, removeFiles, run } = market

async function twoBackups() {
  addFiles('a', 'b', 'c')
  await market.backUp()
  removeFiles('b')
  await market.backUp(1)
}

describe('a folder that is not whole is refused', () => {
  it.each(['.ndjson', '.json'])('with one bit of a %s file turned', async (ending) => {
    await twoBackups()
    for (const [key, bytes] of market.bucket().files) {
      if (!key.endsWith(ending)) continue
      const turned = Uint8Array.from(bytes)
      turned[turned.length >> 1] = (turned[turned.length >> 1] ?? 0) ^ 1
      const files = new Map(market.bucket().files).set(key, turned)
      expect(() => restore({ ...market.bucket(), files }), key).toThrow('damaged')
    }
  })

  it('without a file that the manifest lists, or the manifest before it', async () => {
    await twoBackups()
    const [first, last] = market.manifests()
    for (const { key } of [...(first?.files ?? []), ...(last?.files ?? [])]) {
      const files = new Map(market.bucket().files)
      files.delete(key)
      expect(() => restore({ ...market.bucket(), files })).toThrow(`${key} is missing`)
    }
    const files = new Map(market.bucket().files)
    files.delete(last?.previous ?? '')
    expect(() => restore({ ...market.bucket(), files })).toThrow('is missing')
  })

  it('where there is none', () => {
    expect(() => restore(market.bucket())).toThrow('no finished backup')
  })

  it('where its migration is not known here', async () => {
    run('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT) STRICT')
    run("INSERT INTO d1_migrations VALUES (1, '9999_later.sql')")
    await market.backUp()
    expect(() => restore(market.bucket())).toThrow('9999_later.sql')
  })
})

it('an older backup comes from before, and whoever was erased since is due again', async () => {
  run("INSERT INTO users (id, name, email, role, created_at, updated_at) VALUES ('u', 'Aline', 'a', 'BUYER', 1, 2)")
  await market.backUp()
  const [{ at } = { at: '' }] = market.manifests()
  run("UPDATE users SET name = 'Compte effacé', email = 'x', erased_at = 9, deleted_at = 9 WHERE id = 'u'")
  await market.backUp(1)
  expect(restore(market.bucket()).said.erased).toBe(0)
  const before = restore(market.bucket(), at)
  expect(before.said).toMatchObject({ at, backups: 1, erased: 1 })
  expect(before.rows.users?.[0]).toContain('"name":"Aline"')
  expect(before.rows.users?.[0]).toContain('"erasure_due_at":2')
})

it('a damaged backup that came later does not stand in the way of an older one', async () => {
  await twoBackups()
  const [first, last] = market.manifests()
  const files = new Map(market.bucket().files)
  const later = [
    ...(last?.files ?? []).map(({ key }) => key),
    ...[...files.keys()].filter((key) => key.includes(`${last?.backup}/manifest`)),
  ]
  expect(later).toHaveLength(2)
  for (const key of later) {
    const { said } = restore({ ...market.bucket(), files: new Map(files).set(key, new Uint8Array(3)) }, first?.at)
    expect(said).toMatchObject({ at: first?.at, unread: [key], faults: [] })
  }
})

it('a schema that is older than the migrations is restored as it was, and brought up to date', async () => {
  const last = sourcesOf('migrations/*.sql').at(-1)?.path.replace('migrations/', '')
  run('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT) STRICT')
  run('INSERT INTO d1_migrations VALUES (1, ?)', last)
  addFiles('a', 'b')
  await market.backUp()
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync('migrations', folder, { recursive: true })
  const later = "ALTER TABLE removed_files ADD COLUMN why TEXT NOT NULL DEFAULT 'before'"
  writeFileSync(join(folder, '9999_later.sql'), later)
  const { said, rows } = restore(market.bucket(), undefined, (path, to) => openMigrated(path, to, folder))
  rmSync(folder, { recursive: true })
  expect(said).toMatchObject({ migrated: ['9999_later.sql'], faults: [] })
  const all = rows.removed_files?.map((row) => JSON.parse(row) as unknown)
  expect(all).toMatchObject([
    { key: 'a', why: 'before' },
    { key: 'b', why: 'before' },
  ])
})

describe('a database whose changes would not be noted', () => {
  it.each(['changed_accounts_update', 'changed_search_words_insert'])('is not backed up: without %s', async (name) => {
    run(`DROP TRIGGER ${name}`)
    expect(missingTriggers(catalogueAtOnce((query) => market.rows(query)))).toEqual([name])
    await expect(market.backUp()).rejects.toThrow(name)
  })

  it('neither is one with a table that nobody thought of', async () => {
    run('CREATE TABLE visits (id TEXT PRIMARY KEY NOT NULL) STRICT')
    await expect(market.backUp()).rejects.toThrow('changed_visits_update, changed_visits_delete')
  })
})
