import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Step, walksIn } from './walks.ts'

// Every statement that the service sends to D1 in a test is planned here: none may walk a table that grows (docs/limits.md, Trips to the database).

/** Tables that may be walked from end to end, and why. */
const WALKED: Record<string, string> = {
  backup_marks: 'a row for each table, once a share of a backup',
  backups: 'a row a night, for 13 months; when a chain is removed',
  sqlite_schema: 'what the database is made of, when a backup is taken',
  sqlite_sequence: 'a row for each table that counts, when a backup is taken',
  accounts: "the ledger's own lists and sums, for finance",
  categories: 'a few dozen, all of them shown',
  codes: 'those of the last half hour: the cron forgets the others',
  money_settings: 'a row for each currency',
  law_parts: 'a row for each part of a law',
  law_walks: 'a row for each walk of the night',
  law_clock: 'one row',
  law_faults: 'twenty rows at most for each broken law',
  law_verdicts: 'a row for each law, when one is given up',
  live_notes: 'what the commit itself wrote, if anything',
  purges: 'what was taken down in the last minute: a tick tells the edge',
  one_time_tokens: 'at an erasure; the cron forgets those that have ended',
  recoveries: 'at an erasure; few people recover an account',
}
/** Indexes that are walked without a LIMIT of their own: they hold few rows. */
const FEW = ['law_verdicts_broken', 'outbox_due', 'plans_order']

const sent = new Set<string>()
/** Statements that need no plan: those that have one, and those that only make the tables. */
const planned = new Set<string>(env.TEST_SCHEMA)
const database = Object.getPrototypeOf(env.DB) as D1Database
const prepare = database.prepare
database.prepare = function (sql) {
  if (!planned.has(sql) && !sent.has(sql) && isOfService(new Error().stack)) sent.add(sql)
  return prepare.call(this, sql)
}

/** Tests ask D1 too: whose statement it is tells the first file of ours on the stack. */
const isOfService = (stack = '') => /\/(src|test)\/(?!plans)/.exec(stack)?.[1] === 'src'

/** Fails with the statements sent since the last call that walk a table. */
export async function expectPlans(): Promise<void> {
  const fresh = [...sent]
  sent.clear()
  for (const sql of fresh) planned.add(sql)
  // test/money/ledger/law-plans.node.test.ts plans the laws; an INSERT plans checks of foreign keys that only run when one is broken.
  const asked = fresh.filter((sql) => !/^\s*insert|found \(key\) AS/i.test(sql))
  if (asked.length === 0) return
  const plans = await env.DB.batch<Step>(
    asked.map((sql) => prepare.call(env.DB, `EXPLAIN QUERY PLAN ${sql}`).bind(...nulls(sql))),
  )
  const walks = asked.flatMap((sql, i) => walksOf(sql, plans[i]?.results ?? []))
  expect(walks, 'statements that walk a table').toEqual([])
}

/** The scans of a statement that walk a table which grows, or an index that no LIMIT ends. */
const walksOf = (sql: string, plan: Step[]): string[] =>
  walksIn(sql, plan, { tables: Object.keys(WALKED), indexes: FEW }).map(
    (detail) => `${detail}: ${sql.replace(/\s+/g, ' ')}`,
  )

/** A value for each parameter: EXPLAIN plans the same for all. */
function nulls(sql: string): null[] {
  const bare = sql.replace(/'[^']*'/g, '')
  const numbered = [...bare.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  return Array<null>(Math.max(0, ...numbered) || bare.split('?').length - 1).fill(null)
}
