import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '#testing/store.ts'
import { lookAtDatabase } from '../../scripts/dev/local-database.ts'
import { noteMigrations } from '../../scripts/restore/migrate.ts'
import { DEMO_ADMIN } from '../../scripts/seed/people.ts'

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'state-'))
})
afterEach(() => rmSync(state, { recursive: true }))

/** A database of `npm run dev` with the demo data, but for what is done to it. */
function put(...statements: string[]): void {
  const { db } = openStore()
  noteMigrations(db)
  db.exec(
    `INSERT INTO users (id, name, email, role, created_at, updated_at) VALUES ('a', 'A', '${DEMO_ADMIN.email}', 'ADMIN', 1, 1)`,
  )
  for (const statement of statements) db.exec(statement)
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'abc.sqlite'), db.serialize())
}

const nothing = { isAbsent: false, isBehind: false, isWithoutDemo: false }

it('a whole one leaves nothing to do', () => {
  put()
  expect(lookAtDatabase(state)).toEqual(nothing)
})

it('one that is not there is made, also where somebody was stopped half-way', () => {
  mkdirSync(join(state, 'making/v3/d1/miniflare-D1DatabaseObject'), { recursive: true })
  writeFileSync(join(state, 'making/v3/d1/miniflare-D1DatabaseObject/abc.sqlite'), '')
  expect(lookAtDatabase(state)).toEqual({ ...nothing, isAbsent: true })
})

it('one without the demo data gets it', () => {
  put('DELETE FROM users')
  expect(lookAtDatabase(state)).toEqual({ ...nothing, isWithoutDemo: true })
})

it('one that misses migrations gets them', () => {
  put('DELETE FROM d1_migrations')
  expect(lookAtDatabase(state)).toEqual({ ...nothing, isBehind: true, isWithoutDemo: true })
})

it.each([
  ['has other names', "UPDATE d1_migrations SET name = '0000_tables.sql'"],
  ['had one more', "INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')"],
  ['made other tables', 'ALTER TABLE users ADD COLUMN planted TEXT'],
  ['made other triggers', 'DROP TRIGGER users_renamed'],
])('one whose migrations are others is refused by name: it %s', (_how, statement) => {
  put(statement)
  expect(() => lookAtDatabase(state)).toThrow(`Delete ${state}`)
})
