import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_TOTALS, type DayTotal } from '#db/day-totals.ts'
import { DAY_TOTAL_LAWS, dayTotalTriggers, isDayTotalTrigger, sumAnew } from '#db/day-totals-sql.ts'
import { wholes } from '#db/law.ts'
import { orderItems } from '#db/schema/orders/orders.ts'
import { randomOf } from '#testing/random.ts'
import { openStore } from '#testing/store.ts'

type Value = string | number | null

const store = openStore()
// Rows stand alone here, and are not what the service would write.
store.db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
const TOTALS: [name: string, total: DayTotal][] = Object.entries(DAY_TOTALS)
const LAW_OF = new Map(TOTALS.map(([name], i) => [name, Object.keys(DAY_TOTAL_LAWS)[i] ?? '']))

const run = (sql: string, ...params: Value[]) => void store.run({ sql, params })
const broken = () =>
  Object.entries(wholes(DAY_TOTAL_LAWS)).flatMap(([law, sql]) => (store.rows(sql).length > 0 ? [law] : []))
/** Tables with a row that says of its day what a day without a row says. */
const zeros = () =>
  TOTALS.flatMap(([, { into, sums }]) => {
    const nothing = Object.keys(sums).map((name) => `${name} = 0`)
    const found = store.rows(`SELECT 1 FROM ${getTableName(into)} WHERE ${nothing.join(' AND ')}`)
    return found.length > 0 ? [getTableName(into)] : []
  })
const columnsOf = (table: SQLiteTable) => Object.values(getTableColumns(table)) as SQLiteColumn[]

const random = randomOf(7)
/** Around a midnight of Lubumbashi and Kigali, and the end of a span. */
const someInstant = () => Date.UTC(2026, 2, 1, 21, 59) + random.below(200) * 3_600_000
const SETTLED = ['COMPLETED', 'SUCCEEDED', 'APPROVED', 'PAID', 'DELIVERED']

/** A value that the column may have, often one that makes the row count. */
function someValue(column: SQLiteColumn, orderIds: string[]): Value {
  const { name, enumValues } = column
  if (!column.notNull && random.chance(0.2)) return null
  if (name === 'reached_at') {
    const reached = ['PENDING_SELLER_REVIEW', 'SUCCEEDED', 'COMPLETED'].filter(() => random.chance(0.6))
    return JSON.stringify(Object.fromEntries(reached.map((status) => [status, someInstant()])))
  }
  if (name === 'order_id') return random.pick(orderIds)
  if (['product_id', 'seller_profile_id', 'rider_id'].includes(name)) return `${name}-${random.below(3)}`
  if (name === 'day') return `2026-03-0${1 + random.below(9)}`
  if (enumValues) {
    const settled = enumValues.filter((value) => SETTLED.includes(value))
    return random.pick(settled.length > 0 && random.chance(0.6) ? settled : enumValues)
  }
  if (column.getSQLType() === 'integer') return name.endsWith('_at') ? someInstant() : 1 + random.below(5000)
  return column.dataType === 'json' ? '{}' : `${name}-${random.below(1e9)}`
}

const SOURCES = [...new Set(TOTALS.flatMap(([, { from }]) => Object.values(from)))]
const ORDERS = Array.from({ length: 12 }, (_, i) => `o${i}`)

/** A new row: an order under its own id, so that lines have one. */
function insert(table: SQLiteTable, n: number): void {
  const seen = watched(table)
  const columns = columnsOf(table).filter(
    (column) => (column.notNull && !column.hasDefault) || seen.includes(column) || column.name === 'id',
  )
  const row = columns.map((column) => {
    if (column.name === 'id')
      return getTableName(table) === 'orders' ? (ORDERS[n] ?? '') : `${getTableName(table)}-${n}`
    return column.name === 'order_id' && table !== orderItems ? `order-${n}` : someValue(column, ORDERS)
  })
  const names = columns.map(({ name }) => name).join(', ')
  run(`INSERT INTO ${getTableName(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`, ...row)
}

/** Everything that an update of the table could change in a total. */
const watched = (table: SQLiteTable) =>
  [
    ...new Set(
      TOTALS.flatMap(([, total]) =>
        Object.entries(total.from).flatMap(([letter, of]) => {
          if (of !== table) return []
          const said = [total.when, total.day, ...Object.values(total.by), ...Object.values(total.sums)].join(' ')
          return columnsOf(table).filter(({ name }) => new RegExp(`\\b${letter}\\.${name}\\b`).test(said))
        }),
      ),
    ),
  ].filter(({ name }) => name !== 'id')

beforeEach(() => {
  store.begin()
  return () => store.forget()
})

describe('the triggers of the migrated database', () => {
  const kept = store.rows<{ name: string; text: string }>(
    `SELECT name, sql AS text FROM sqlite_schema WHERE type = 'trigger' AND ${isDayTotalTrigger}`,
  )
  it('are those of the table of day totals: else npm run schema', () => {
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    const wanted = dayTotalTriggers().map(({ name, text }) => ({ name, text }))
    expect(kept.map((one) => ({ ...one })).sort(byName)).toEqual(wanted.sort(byName))
  })

  it('are the only ones that write to day totals', () => {
    const into = TOTALS.map(([, total]) => getTableName(total.into)).join('|')
    const all = store.rows<{ name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    const writers = all.filter(({ sql }) => new RegExp(`(INTO|UPDATE|FROM) (${into})\\b`).test(sql))
    expect(writers.map(({ name }) => name).sort()).toEqual(kept.map(({ name }) => name).sort())
  })
})

it('the totals are those of the rows, whatever comes, changes and goes', () => {
  for (const table of SOURCES) for (let n = 0; n < 12; n++) insert(table, n)
  expect(broken()).toEqual([])
  for (const [, { into }] of TOTALS)
    expect(store.rows(`SELECT 1 FROM ${getTableName(into)}`), getTableName(into)).not.toEqual([])
  for (let round = 0; round < 8; round++) {
    for (const table of SOURCES) {
      for (const column of watched(table)) {
        const where = `WHERE rowid = (SELECT rowid FROM ${getTableName(table)} ORDER BY random() LIMIT 1)`
        run(`UPDATE ${getTableName(table)} SET ${column.name} = ? ${where}`, someValue(column, ORDERS))
        expect(broken(), `${getTableName(table)}.${column.name}`).toEqual([])
        expect(zeros(), `${getTableName(table)}.${column.name}`).toEqual([])
      }
    }
  }
  for (const table of [...SOURCES].reverse()) run(`DELETE FROM ${getTableName(table)} WHERE rowid % 2`)
  expect(broken()).toEqual([])
  for (const table of SOURCES) run(`DELETE FROM ${getTableName(table)}`)
  expect(broken()).toEqual([])
  for (const [, { into }] of TOTALS) expect(store.rows(`SELECT * FROM ${getTableName(into)}`)).toEqual([])
})

describe.each(TOTALS)('%s', (name, total) => {
  const into = getTableName(total.into)
  const first = Object.keys(total.sums)[0] ?? ''
  beforeEach(() => {
    for (const table of Object.values(total.from)) for (let n = 0; n < 12; n++) insert(table, n)
  })

  it.each([
    ['too much', `UPDATE ${into} SET ${first} = ${first} + 1`],
    ['another day', `UPDATE ${into} SET day = '2026-01-01' WHERE day = (SELECT max(day) FROM ${into})`],
    ['a day that is lost', `DELETE FROM ${into}`],
    ...(total.spans
      ? [['too much in a longer span', `UPDATE ${into} SET ${first} = ${first} + 1 WHERE span = 64`]]
      : []),
  ])('has a law, which is broken by %s', (_what, sql) => {
    run(sql ?? '')
    expect(broken()).toEqual([LAW_OF.get(name)])
  })

  it('is right again when its rows are added up anew', () => {
    run(`DELETE FROM ${into}`)
    for (const sql of sumAnew(into)) run(sql)
    expect(broken()).toEqual([])
  })
})
