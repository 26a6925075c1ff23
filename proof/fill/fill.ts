import { rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openMigrated } from '../../scripts/restore/migrate.ts'
import { takeAway } from '../../scripts/restore/rows.ts'
import { copiesOf } from './copies.ts'
import { copier } from './copy.ts'
import { ENDED, type Model, OPEN, type StoryName } from './model.ts'
import { planOf, type Size } from './plan.ts'
import { settle } from './settle.ts'
import { newStage } from './stage.ts'

/** Orders that are copied at once. */
const CHUNK = 20_000
const ORDERS = [...ENDED, ...OPEN]

type Options = { now?: number; say?: (line: string) => void }

/**
 * Makes a database in which the people, things and orders of the model stand many times: by SQL, without triggers and indexes, whose work
 * `settle` does for all rows at once.
 * @param now the moment at which the market stands
 */
export function fill(path: string, model: Model, size: Size, { now = Date.now(), say = () => {} }: Options = {}) {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
  const { db } = openMigrated(path, null)
  db.exec('PRAGMA journal_mode = OFF; PRAGMA cache_size = -4000000; PRAGMA temp_store = MEMORY')
  const giveBackTriggers = takeAway(db, 'trigger')
  const giveBackIndexes = takeAway(db, 'index')
  putBase(db, model)
  const plan = planOf(size, now, model.stories)
  const stage = newStage(db)
  const copy = Object.fromEntries(
    Object.entries(copiesOf(model, now)).map(([name, copies]) => [name, copier(db, stage, now, copies)]),
  ) as Record<StoryName, (query: string) => void>
  const inChunks = (count: number, work: (from: number, to: number) => void) => {
    for (let from = 0; from < count; from += CHUNK) {
      db.exec('BEGIN')
      work(from, Math.min(from + CHUNK, count) - 1)
      stage.flush()
      db.exec('COMMIT')
    }
  }
  inChunks(size.sellers, (from, to) => copy.seller(plan.sellers(from, to)))
  inChunks(size.products, (from, to) => copy.product(plan.products(from, to)))
  inChunks(size.people, (from, to) => copy.buyer(plan.buyers(from, to)))
  inChunks(size.riders, (from, to) => copy.rider(plan.riders(from, to)))
  say('people and products are there')
  inChunks(size.orders, (from, to) => {
    db.exec(`CREATE TEMP TABLE planned AS ${plan.orders(from, to)}`)
    for (const name of ORDERS) copy[name](`SELECT * FROM planned WHERE story = '${name}'`)
    db.exec('DROP TABLE planned')
  })
  say('orders are there')
  giveBackIndexes()
  say('indexes are there')
  settle(db, now)
  giveBackTriggers()
  return db
}

/** Puts the rows that were there before all stories. */
function putBase(db: DatabaseSync, { base }: Model): void {
  for (const [table, rows] of base) {
    db.exec(`DELETE FROM "${table}"`)
    for (const row of rows) {
      const columns = Object.keys(row).map((name) => `"${name}"`)
      const places = columns.map(() => '?').join(', ')
      db.prepare(`INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row))
    }
  }
}
