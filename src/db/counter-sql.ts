import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import { Defect } from '../kernel/defect.ts'
import { COUNTERS, type Family } from './counters.ts'
import { atNight, type Law } from './law.ts'
import { IS_SEALING, isSealed } from './sealed.ts'

// The counters of counters.ts as SQL: triggers, the first count of existing rows, and laws.

/** One counter of a family: its name contains the values of these columns. */
type Counter = { family: Family; columns: readonly Column[] }

const FAMILIES: Family[] = Object.values(COUNTERS)

function columnOf({ table }: Family, name: string): Column {
  const column = getTableColumns(table)[name]
  if (!column) throw new Defect(`${getTableName(table)} has no ${name}`)
  return column
}

/** Counters of a family: one for every choice among its `alsoBy`. */
function countersOf(family: Family): Counter[] {
  let choices: string[][] = [[]]
  for (const column of family.alsoBy) choices = [...choices, ...choices.map((names) => [...names, column])]
  return choices.map((choice) => ({
    family,
    columns: [...family.by, ...choice].map((name) => columnOf(family, name)),
  }))
}

/** The name of a row's counter. */
const nameIn = (row: string, { family, columns }: Counter) =>
  columns.length === 0
    ? `'${family.prefix}'`
    : `'${family.prefix}:' || ${columns.map(({ name }) => `${row}.${name}`).join(` || ':' || `)}`

const conditionsOf = (family: Family) =>
  Object.entries(family.where).map(([name, value]) => ({ column: columnOf(family, name), value }))

function literal(column: Column, value: unknown): string {
  const driven = value === null ? null : column.mapToDriverValue(value)
  return typeof driven === 'string' ? `'${driven.replaceAll("'", "''")}'` : String(driven ?? 'NULL')
}

/** Condition on the rows that count; empty if every row does. */
const countsIn = (row: string, { family, columns }: Counter) =>
  [
    ...conditionsOf(family).map(
      ({ column, value }) => `${row}.${column.name} ${value === null ? 'IS' : '='} ${literal(column, value)}`,
    ),
    ...columns.filter(({ notNull }) => !notNull).map(({ name }) => `${row}.${name} IS NOT NULL`),
  ].join(' AND ')

function add(amount: 1 | -1, row: 'NEW' | 'OLD', counter: Counter): string {
  const [name, condition] = [nameIn(row, counter), countsIn(row, counter)]
  if (isSealed(getTableName(counter.family.table)))
    return `  INSERT INTO counters (name, value, sealed) SELECT ${name}, iif(${IS_SEALING}, 0, ${amount}), iif(${IS_SEALING}, ${-amount}, 0) WHERE ${condition || 'true'}
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;`
  const values = condition ? `SELECT ${name}, ${amount} WHERE ${condition}` : `VALUES (${name}, ${amount})`
  return `  INSERT INTO counters (name, value) ${values} ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;`
}

const trigger = (name: string, when: string, statements: string[]) =>
  ({ name, text: `CREATE TRIGGER ${name} ${when} BEGIN\n${statements.join('\n')}\nEND` }) as const

/** Triggers of an update: a counter moves with each column that is in its name or in its condition. */
function onUpdate(table: string, counter: Counter) {
  const { family, columns } = counter
  const watched = [...new Set([...columns, ...conditionsOf(family).map(({ column }) => column)])]
  if (watched.length === 0) return []
  const more = columns.slice(family.by.length).map(({ name }) => name)
  const name = ['count', ...family.prefix.split(':'), ...more, 'update'].join('_')
  const isMoved = watched.map((column) => `OLD.${column.name} IS NOT NEW.${column.name}`).join(' OR ')
  const when = `AFTER UPDATE OF ${watched.map((column) => column.name).join(', ')} ON ${table} WHEN ${isMoved}`
  return [trigger(name, when, [add(-1, 'OLD', counter), add(1, 'NEW', counter)])]
}

/** Condition on sqlite_schema for the triggers of counters. */
export const isCounterTrigger = `name GLOB 'count_*'`

const byTable = Map.groupBy(FAMILIES, ({ table }) => getTableName(table))

/**
 * The triggers that keep the counters of each table. An update has one for each counter, because SQLite compiles into a statement only
 * those that watch a column which it sets.
 */
export const counterTriggers = (): { table: string; name: string; text: string }[] =>
  [...byTable].flatMap(([table, families]) => {
    const counters = families.flatMap(countersOf)
    return [
      trigger(
        `count_${table}_insert`,
        `AFTER INSERT ON ${table}`,
        counters.map((one) => add(1, 'NEW', one)),
      ),
      ...counters.flatMap((one) => onUpdate(table, one)),
      trigger(
        `count_${table}_delete`,
        `AFTER DELETE ON ${table}`,
        counters.map((one) => add(-1, 'OLD', one)),
      ),
    ].map((one) => ({ table, ...one }))
  })

const beginsAs = ({ prefix, by }: Family) =>
  by.length === 0 ? `(name = '${prefix}' OR name GLOB '${prefix}:*')` : `name GLOB '${prefix}:*'`

/** Condition on the counter names of a family, without families whose prefix continues its own. */
const isOf = (family: Family) =>
  [family, ...FAMILIES.filter(({ prefix }) => prefix.startsWith(`${family.prefix}:`))].map(beginsAs).join(' AND NOT ')

const rowsOf = (counter: Counter, value: string, also = '') => {
  const condition = countsIn('t', counter)
  return `SELECT ${nameIn('t', counter)}, ${value} FROM ${getTableName(counter.family.table)} t WHERE ${condition || 1}${also}`
}

/** Counts a table again, whatever its counters say; the part whose rows are sealed is known by its counters alone. */
export const recount = (table: string): string[] =>
  (byTable.get(table) ?? []).flatMap((family) => [
    ...(isSealed(table)
      ? [`UPDATE counters SET value = sealed WHERE ${isOf(family)}`]
      : [`DELETE FROM counters WHERE ${isOf(family)}`]),
    ...countersOf(family).map(
      (counter) =>
        `INSERT INTO counters (name, value) ${rowsOf(counter, 'count(*)')} GROUP BY 1${isSealed(table) ? ' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value' : ''}`,
    ),
  ])

/** Laws that each counter is the number of its rows: they find the names of counters that are wrong. */
export const TOTAL_LAWS: Record<string, Law> = Object.fromEntries(
  FAMILIES.map((family) => {
    const { table, prefix, by } = family
    // Counters of owners are walked owner by owner; what they are counted by has an index, but for the few roles.
    const owner = by[0] && by[0] !== 'role' ? columnOf(family, by[0]).name : undefined
    const rows = countersOf(family).map((one) => `UNION ALL ${rowsOf(one, '-1', owner && `«t.${owner}»`)}`)
    const of = countsIn('k', { family, columns: [] })
    const kept = `SELECT name, value - sealed AS value FROM counters WHERE ${isOf(family)}${owner ? `«name ${prefix}: ;»` : ''}`
    return [
      `every total of ${prefix} is a number of rows`,
      atNight(
        `SELECT name FROM (${kept} ${rows.join(' ')}) GROUP BY name HAVING sum(value) <> 0`,
        owner && `k.${owner} FROM ${getTableName(table)} k WHERE ${of || 1} AND k.${owner}`,
      ),
    ]
  }),
)
