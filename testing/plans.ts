import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { nulls, type Step, walksOf } from './walks.ts'

// Every statement that the service sends to D1 in a test is planned here: none may walk a table that grows (docs/limits.md, Trips to the database).

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
