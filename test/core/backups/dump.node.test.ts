import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openMarket, rowsOf } from '#testing/backups/market.ts'
import { madeOf } from '#testing/schema.ts'
import { dumpSql } from '../../../scripts/restore/dump.ts'

const { store, run, add } = openMarket()

/** Bytes that D1 takes in one statement. */
const MOST_BYTES = 100_000

it('a database written as SQL comes back the same, through statements that D1 takes', () => {
  const now = { created_at: 1, updated_at: 1 }
  add('users', { id: 'u', name: "Zoé l'aînée\n; --", email: 'a', role: 'SELLER', ...now })
  const address = {
    label: 'x',
    recipient_name: 'Z',
    phone: '1',
    country: 'CD',
    city: 'Goma',
    is_default: 1,
    lat: -1.6585123456789,
    lng: 29,
  }
  add('addresses', { ...address, id: 'a', user_id: 'u', ...now })
  // Longer than a statement may be, with quotes and characters of four bytes at the seams.
  add('outbox', {
    id: 'o',
    channel: 'EMAIL',
    recipient: 'a',
    kind: 'k',
    subject: '',
    body: "🥭'é".repeat(40_000),
    next_at: 1,
    created_at: 1,
  })
  run(
    `INSERT INTO counters (name, value) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) SELECT 'some-' || i, i FROM n`,
  )
  run("DELETE FROM counters WHERE name = 'some-17'")
  run("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'notifications'")

  const folder = mkdtempSync(join(tmpdir(), 'dump-'))
  const files = dumpSql(store.db, folder)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })

  const made = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true, limits: { compoundSelect: 5 } })
  made.exec('PRAGMA foreign_keys = ON')
  for (const text of texts) made.exec(`BEGIN;\n${text}\nCOMMIT`)
  expect(rowsOf(made)).toEqual(rowsOf(store.db))
  const sequences = 'SELECT name, seq FROM sqlite_sequence ORDER BY name'
  expect(made.prepare(sequences).all()).toEqual(store.db.prepare(sequences).all())
  const byName = (db: DatabaseSync) =>
    madeOf(db)
      .map(({ type, name, sql }) => `${type} ${name} ${sql}`)
      .sort()
  expect(byName(made)).toEqual(byName(store.db))
  const longest = Math.max(
    ...texts
      .join('')
      .split(/;\n(?=INSERT|CREATE|DROP|DELETE|PRAGMA)/)
      .map((one) => Buffer.byteLength(one)),
  )
  expect(longest).toBeGreaterThan(60_000)
  expect(longest).toBeLessThanOrEqual(MOST_BYTES)
})
