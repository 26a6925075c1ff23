import { expect, it } from 'vitest'
import { queryOfRange, queryOfSome } from '#db/law.ts'
import { DECLARED } from '#domain/money/ledger/checks.ts'
import { DECLARED_AT_NIGHT } from '#domain/money/ledger/night-laws.ts'
import { openStore } from '#testing/store.ts'
import { type Step, walksIn } from '#testing/walks.ts'

// Rule: the hour reads what changed, and a slice of the night its range (docs/money.md, Laws).

const store = openStore()
/** Tables that a law may walk, and why. */
const SHORT: Record<string, string> = {
  keys: 'the keys of the call itself',
  span: 'one row',
  compared_nights: 'a row for each gateway',
  stock_holds: 'orders of the last half hour that wait for their payment',
  incidents: 'looked through only if money moved twice',
  rider_zones: 'a few for each rider',
}
const parts = Object.entries({ ...DECLARED, ...DECLARED_AT_NIGHT }).flatMap(([name, law]) =>
  law.map((one, part) => ({ ...one, name, part })),
)
/** A search for a state or a kind finds nearly all rows. */
const WIDE = /\((?:currency|kind|purpose|span|status|type)=\?\)/
const walks = (tables: string, text: string) => {
  const sql = `WITH ${tables}, found (key) AS (${text}) SELECT DISTINCT key FROM found`
  const plan = store.rows<Step>(`EXPLAIN QUERY PLAN ${sql}`)
  const wide = plan.filter(({ detail }) => WIDE.test(detail)).map(({ detail }) => detail)
  return [...walksIn(sql, plan, { tables: Object.keys(SHORT), indexes: [] }), ...wide]
}
const KEYS = `keys (value) AS (SELECT value FROM json_each('["a"]'))`
const SPAN = `span (low, high) AS (SELECT '0000-01-01', '9999-12-30')`

it.each(parts.filter(({ of }) => of).map((one) => [`${one.name} (${one.part})`, one] as const))(
  'the hour walks no table: %s',
  (_name, one) => expect(walks(KEYS, queryOfSome(one))).toEqual([]),
)
it.each(parts.filter(({ of, isNightly }) => !of && !isNightly).map((one) => [one.name, one] as const))(
  'the hour walks no table for what is open: %s',
  (_name, one) => expect(walks(KEYS, one.sql).filter((step) => !WIDE.test(step))).toEqual([]),
)
it.each(parts.filter(({ walk }) => walk).map((one) => [`${one.name} (${one.part})`, one] as const))(
  'a slice of the night walks no table: %s',
  (_name, one) => expect(walks(SPAN, queryOfRange(one))).toEqual([]),
)

it.each([...new Set(parts.flatMap(({ walk }) => (walk && !walk.startsWith('day:') ? [walk] : [])))])(
  'an index has the keys of the walk in their order: %s',
  (walk) => {
    const sql = `SELECT ${walk} > 'a' ORDER BY ${walk.split(' ').at(-1)} LIMIT 1 OFFSET 5`
    const plan = store.rows<Step>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail)
    expect(plan).toEqual([expect.stringMatching(/^SEARCH k USING (?:COVERING )?(?:INDEX|PRIMARY KEY)/)])
  },
)
