import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { isKeyed } from '#db/columns.ts'
import { counterTriggers, isCounterTrigger, recount, TOTAL_LAWS } from '#db/counter-sql.ts'
import { COUNTERS, counterName, type Family } from '#db/counters.ts'
import { wholes } from '#db/law.ts'
import { openStore, type Store } from '#testing/store.ts'

type Value = string | number | null

const store = openStore()
// Rows stand alone here, and are not what the service would write.
store.db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
const FAMILIES: [kind: string, family: Family][] = Object.entries(COUNTERS)
const LAW_OF = new Map(FAMILIES.map(([kind], i) => [kind, Object.keys(TOTAL_LAWS)[i]]))

const triggers = store.rows<{ name: string; sql: string; counts: number }>(
  `SELECT name, sql, ${isCounterTrigger} AS counts FROM sqlite_schema WHERE type = 'trigger'`,
)

const run = (sql: string, ...params: Value[]) => void store.run({ sql, params })
const broken = (some: Store = store) =>
  Object.entries(wholes(TOTAL_LAWS)).flatMap(([name, law]) => (some.rows(law).length > 0 ? [name] : []))
const columnsOf = ({ table }: Family) => getTableColumns(table) as Record<string, SQLiteColumn>

/** A value of a column's own kind, another for each `n`. */
function valueFor(column: SQLiteColumn, n: number): Value {
  if (column.getSQLType() === 'integer') return column.dataType === 'boolean' ? n % 2 : n + 1
  if (column.dataType === 'json') return '{}'
  return column.enumValues?.[n % column.enumValues.length] ?? `${column.name}-${n}`
}

/** A row that the family counts. */
function countedRow(family: Family, n: number): Record<string, Value> {
  const row: Record<string, Value> = {}
  for (const [name, column] of Object.entries(columnsOf(family))) {
    if (name in family.where) row[column.name] = driven(column, family.where[name])
    else if (family.by.includes(name)) row[column.name] = valueFor(column, 0)
    else if (column.notNull && (!column.hasDefault || family.alsoBy.includes(name)))
      row[column.name] = valueFor(column, n)
  }
  return row
}
const driven = (column: SQLiteColumn, value: unknown) =>
  value === null ? null : (column.mapToDriverValue(value) as Value)

function add(family: Family, n: number): void {
  const row = countedRow(family, n)
  const names = Object.keys(row)
  run(
    `INSERT INTO ${getTableName(family.table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

/** The counter whose name has only what it must. */
const firstCounter = (family: Family) =>
  [family.prefix, ...family.by.map((name) => valueFor(columnsOf(family)[name] as SQLiteColumn, 0))].join(':')
const valueIn = (name: string) =>
  store.rows<{ value: number }>('SELECT value FROM counters WHERE name = ?', name)[0]?.value

beforeEach(() => {
  store.begin()
  return () => store.forget()
})

describe('the triggers of the migrated database', () => {
  it('are those of the table of counters: else npm run schema', () => {
    const kept = triggers.filter(({ counts }) => counts).map(({ name, sql }) => ({ name, text: sql }))
    const wanted = counterTriggers().map(({ name, text }) => ({ name, text }))
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    expect(kept.sort(byName)).toEqual(wanted.sort(byName))
  })

  it('write to the counters, but for sums of money, keys of an account and numbers, only there', () => {
    const others = triggers.filter(({ counts, sql }) => !counts && /\b(INTO|UPDATE|DELETE FROM) counters\b/i.test(sql))
    expect(others.map(({ name }) => name).sort()).toEqual([
      'incidents_numbered',
      'keys_claimed',
      'keys_forgotten',
      'subscriptions_mrr',
      'transfers_earned',
      'transfers_earned_sealed',
      'transfers_late',
      'transfers_returned',
      'transfers_withdrawn',
    ])
  })
})

describe.each(FAMILIES)('%s', (kind, family) => {
  const law = LAW_OF.get(kind) ?? ''
  const table = getTableName(family.table)
  beforeEach(() => {
    add(family, 0)
    add(family, 1)
  })

  it('counts what comes', () => {
    expect(valueIn(firstCounter(family))).toBe(2)
    expect(broken()).toEqual([])
  })

  it.each([
    ['too many', 'UPDATE counters SET value = value + 1 WHERE name = ?'],
    ['too few', 'UPDATE counters SET value = value - 1 WHERE name = ?'],
    ['none', 'DELETE FROM counters WHERE name = ?'],
  ])('has a law, which is broken by %s', (_what, sql) => {
    run(sql, firstCounter(family))
    expect(broken()).toEqual([law])
    expect(store.rows(wholes(TOTAL_LAWS)[law] ?? '')).toEqual([{ name: firstCounter(family) }])
  })

  it('is broken by a counter of nothing', () => {
    const name = [family.prefix, ...family.by.map(() => 'nobody'), ...(family.alsoBy.length > 0 ? ['nothing'] : [])]
    run(
      'INSERT INTO counters (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1',
      name.join(':'),
    )
    expect(broken()).toEqual([law])
  })

  it('is right again when its table is counted anew', () => {
    run(`UPDATE counters SET value = value + 3`)
    run(`INSERT INTO counters (name, value) VALUES (?, 1)`, [firstCounter(family), 'nothing'].join(':'))
    for (const sql of recount(table)) run(sql)
    expect(broken()).not.toContain(law)
    expect(valueIn(firstCounter(family))).toBe(2)
  })
})

const isAppendOnly = ([, family]: (typeof FAMILIES)[number]) =>
  triggers.some(({ name }) => name === `${getTableName(family.table)}_no_update`)

describe.each(FAMILIES.filter((entry) => !isAppendOnly(entry)))('%s', (_kind, family) => {
  const table = getTableName(family.table)
  const [primary] = getTableConfig(family.table).primaryKeys
  const key = isKeyed(family.table) ? (primary?.columns ?? []).map(({ name }) => name).join(', ') : 'rowid'
  beforeEach(() => {
    add(family, 0)
    add(family, 1)
  })

  it('counts what moves and what goes', () => {
    const watched = [...family.by, ...family.alsoBy, ...Object.keys(family.where)]
    for (const name of watched) {
      const column = columnsOf(family)[name] as SQLiteColumn
      const others = [valueFor(column, 2), valueFor(column, 3), ...(column.notNull ? [] : [null])]
      for (const other of others) {
        run(`UPDATE ${table} SET ${column.name} = ? WHERE (${key}) = (SELECT ${key} FROM ${table} LIMIT 1)`, other)
        expect(broken(), `${column.name} = ${other}`).toEqual([])
      }
    }
    run(`DELETE FROM ${table} WHERE (${key}) = (SELECT ${key} FROM ${table} LIMIT 1)`)
    expect(broken()).toEqual([])
    run(`DELETE FROM ${table}`)
    expect(broken()).toEqual([])
    expect(store.rows(`SELECT 1 FROM counters WHERE value <> 0 AND name GLOB ?`, `${family.prefix}*`)).toEqual([])
  })
})

describe('a name', () => {
  it('has what it must and, of the rest, what is given', () => {
    expect([
      counterName('users'),
      counterName('users', { role: undefined }),
      counterName('users', { role: 'ADMIN' }),
      counterName('ordersOfBuyer', { buyerId: 'b', status: 'COMPLETED' }),
      counterName('walletEntries', { type: 'SALE', ownerId: 'o' }),
      counterName('walletEntries', { type: 'SALE', currency: 'USD', ownerId: 'o' }),
    ]).toEqual([
      'users',
      'users',
      'users:ADMIN',
      'orders:buyer:b:COMPLETED',
      'wallet_entries:o:SALE',
      'wallet_entries:o:USD:SALE',
    ])
  })
})
