import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CATALOGUE_LAWS } from '#testing/catalogue-laws.ts'
import { openMigrated } from '../../scripts/restore/migrate.ts'
import { faultsOf } from '../../scripts/restore/verdict.ts'
import { fill } from './fill.ts'
import { type Model, playModel } from './model.ts'
import { sizeOf } from './plan.ts'

// A small market as `npm run fill` makes a large one: what holds here holds there, because rows differ in number only.

const ORDERS = 2000
const folder = mkdtempSync(join(tmpdir(), 'soko-fill-'))
let model: Model
let db: DatabaseSync
beforeAll(async () => {
  model = await playModel()
  db = fill(join(folder, 'market.sqlite'), model, sizeOf(ORDERS))
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const ask = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0]

it('every law of the ledger and the stock holds, no row refers to nothing and no index lacks one', () => {
  expect(faultsOf(db)).toEqual([])
})

it.each(Object.keys(CATALOGUE_LAWS))('law of the catalogue: %s', (law) => {
  expect(db.prepare(CATALOGUE_LAWS[law] ?? '').all()).toEqual([])
})

it('the orders asked for are there, some of them under way, and no id stands in two shards', () => {
  expect(ask('SELECT count(*) FROM orders')).toBe(ORDERS)
  expect(ask(`SELECT count(*) FROM deliveries WHERE status = 'UNASSIGNED'`)).toBe(60)
  expect(ask(`SELECT count(*) FROM orders WHERE substr(id, 22, 2) <> '00'`)).toBe(0)
})

it('one shop, one buyer and one rider have many', () => {
  const most = (column: string, table = 'orders') =>
    Number(
      ask(`SELECT max(n) FROM (SELECT count(*) AS n FROM ${table} WHERE ${column} IS NOT NULL GROUP BY ${column})`),
    )
  expect(most('shop_id')).toBeGreaterThanOrEqual(ORDERS / 20)
  expect(most('buyer_id')).toBeGreaterThanOrEqual(40)
  expect(most('rider_id', 'deliveries')).toBeGreaterThanOrEqual(20)
})

it('rows of orders and transfers lie in the order of their times', () => {
  for (const table of ['orders', 'transfers', 'deliveries', 'wallet_entries'])
    expect(
      ask(`SELECT count(*) FROM ${table} a JOIN ${table} b ON b.rowid = a.rowid + 1 AND b.created_at < a.created_at`),
    ).toBe(0)
})

it('ids rise with the time of their order', () => {
  expect(ask('SELECT count(*) FROM orders a JOIN orders b ON b.created_at > a.created_at AND b.id < a.id')).toBe(0)
})

it('triggers and indexes are those of the migrations', () => {
  const { db: bare } = openMigrated(':memory:', null)
  const told = `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') ORDER BY type, name`
  expect(db.prepare(told).all()).toEqual(bare.prepare(told).all())
})
