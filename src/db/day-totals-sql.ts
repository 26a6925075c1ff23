import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { DAY_TOTALS, type DayTotal } from './day-totals.ts'
import { atNight, type Law } from './law.ts'
import { IS_SEALING, isSealed, LAST_SEALED_DAY } from './sealed.ts'

// The totals of day-totals.ts as SQL: triggers, the first sums of existing rows, and laws.

type Side = 'NEW' | 'OLD'

/** The expression with the row of a trigger in place of `letter`. */
const inTriggerRow = (expression: string, letter: string | undefined, side: Side) =>
  letter === undefined ? expression : expression.replace(new RegExp(`\\b${letter}\\.`, 'g'), `${side}.`)

/** The first day of the span that contains a day; spans are counted from 1970 on. */
const startOfSpan = (day: string) => `date(unixepoch(${day}) / 86400 / span.days * span.days * 86400, 'unixepoch')`
const spansOf = (spans: readonly number[]) =>
  `(${spans.map((days, i) => `SELECT ${days}${i ? '' : ' AS days'}`).join(' UNION ALL ')}) span`

function keysOf({ day, by, spans }: DayTotal): Record<string, string> {
  return { ...(spans && { span: 'span.days' }), day: spans ? startOfSpan(day) : day, ...by }
}

/** The rows to add to a total, or to take away. In a trigger, `letter` names the table whose own row it adds. */
function addToTotal(total: DayTotal, sign: '' | '-', letter?: string, side: Side = 'NEW', spans = total.spans): string {
  const { takenBack, ...once } = total
  const come = addedOnce(once, sign, letter, side, spans)
  if (!takenBack) return come
  return `${come} UNION ALL ${addedOnce({ ...once, ...takenBack }, sign === '-' ? '' : '-', letter, side, spans)}`
}

function addedOnce(
  total: DayTotal,
  sign: '' | '-',
  letter: string | undefined,
  side: Side,
  spans: DayTotal['spans'],
): string {
  const { from, joined, when, sums } = total
  const columns = [
    ...Object.entries(keysOf(total)).map(([name, key]) => `${inTriggerRow(key, letter, side)} AS ${name}`),
    ...Object.entries(sums).map(([name, sum]) => `${sign}(${inTriggerRow(sum, letter, side)}) AS ${name}`),
  ]
  const tables = [
    ...Object.entries(from).flatMap(([other, table]) => (other === letter ? [] : [`${getTableName(table)} ${other}`])),
    ...(spans ? [spansOf(spans)] : []),
  ]
  const conditions = [...(joined ? [joined] : []), when].map((one) => inTriggerRow(one, letter, side))
  const source = tables.length > 0 ? ` FROM ${tables.join(', ')}` : ''
  return `SELECT ${columns.join(', ')}${source} WHERE ${conditions.join(' AND ')}`
}

const isNotNothing = ({ sums }: DayTotal) =>
  Object.keys(sums)
    .map((name) => `sum(${name}) <> 0`)
    .join(' OR ')

/** Adds rows into the existing totals. */
function addInto(total: DayTotal, rows: string): string {
  const [keys, sums] = [Object.keys(keysOf(total)), Object.keys(total.sums)]
  const more = sums.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
  return `INSERT INTO ${getTableName(total.into)} (${[...keys, ...sums].join(', ')})
  SELECT ${[...keys, ...sums.map((name) => `sum(${name})`)].join(', ')} FROM (${rows})
  WHERE true GROUP BY ${keys.join(', ')} HAVING ${isNotNothing(total)}
  ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${more}`
}

/** The columns of a table whose update changes a total, and the condition that it does. */
function movesWith(total: DayTotal, letter: string): { columns: string[]; condition: string } {
  const { joined, when, day, by, sums, takenBack } = total
  const back = takenBack ? Object.values(takenBack) : []
  const said = [...(joined ? [joined] : []), when, day, ...back, ...Object.values(by), ...Object.values(sums)]
  const own = new RegExp(`\\b${letter}\\.(\\w+)`, 'g')
  const columnsOf = (text: string) => [...text.matchAll(own)].map(([, name = '']) => name)
  const columns = [...new Set(said.flatMap(columnsOf))].filter((name) => name !== 'id')
  const apart = [...(joined ? columnsOf(joined).map((name) => `${letter}.${name}`) : []), ...said]
    .filter((text) => text !== joined && text !== `${letter}.id` && columnsOf(text).length > 0)
    .map((text) => `(${inTriggerRow(text, letter, 'OLD')}) IS NOT (${inTriggerRow(text, letter, 'NEW')})`)
  return { columns, condition: [...new Set(apart)].join(' OR ') }
}

/** Condition on sqlite_schema for the triggers of day totals. */
export const isDayTotalTrigger = `name GLOB 'sum_*'`

const TOTALS: [string, DayTotal][] = Object.entries(DAY_TOTALS)

type Trigger = { table: string; name: string; text: string }

/** Deletes a row whose sums are all zero: it says no more than no row, but each report of its day would read it. */
function zeroTrigger(total: DayTotal): Trigger {
  const table = getTableName(total.into)
  const isZero = Object.keys(total.sums).map((name) => `NEW.${name} = 0`)
  const isThis = Object.keys(keysOf(total)).map((name) => `${name} = NEW.${name}`)
  const name = `sum_${table}_zero`
  const when = `AFTER UPDATE ON ${table} WHEN ${isZero.join(' AND ')}`
  return {
    table,
    name,
    text: `CREATE TRIGGER ${name} ${when} BEGIN\n  DELETE FROM ${table} WHERE ${isThis.join(' AND ')};\nEND`,
  }
}

/** The triggers that keep the totals: three for each table of a total, and one that deletes rows of zero. */
export const dayTotalTriggers = (): Trigger[] =>
  TOTALS.flatMap(([, total]) => [
    ...Object.entries(total.from).flatMap(([letter, table]) => {
      const { columns, condition } = movesWith(total, letter)
      const gone = addToTotal(total, '-', letter, 'OLD')
      const come = addToTotal(total, '', letter, 'NEW')
      const trigger = (event: string, when: string, rows: string) => {
        const name = `sum_${getTableName(total.into)}_${getTableName(table)}_${event}`
        const text = `CREATE TRIGGER ${name} ${when} BEGIN\n  ${addInto(total, rows)};\nEND`
        return { table: getTableName(total.into), name, text }
      }
      const of = getTableName(table)
      const mayMove = of === 'orders' || isSealed(of)
      const when = (rule: string) => (mayMove ? `${rule && `(${rule}) AND `}NOT ${IS_SEALING}` : rule)
      const onlyIf = (rule: string) => (when(rule) ? ` WHEN ${when(rule)}` : '')
      return [
        trigger('insert', `AFTER INSERT ON ${of}${onlyIf('')}`, come),
        trigger(
          'update',
          `AFTER UPDATE OF ${columns.join(', ')} ON ${of}${onlyIf(condition)}`,
          `${gone} UNION ALL ${come}`,
        ),
        trigger('delete', `AFTER DELETE ON ${of}${onlyIf('')}`, gone),
      ]
    }),
    zeroTrigger(total),
  ])

/** Whether rows of a total go into sealed files: those of its days up to the last sealed one are known by it alone. */
const mayBeSealed = ({ from }: DayTotal) =>
  Object.values(from).some((table) => getTableName(table) === 'orders' || isSealed(getTableName(table)))

/** Sums a table of totals again, whatever it contains, behind the last sealed day. */
export const sumAnew = (into: string): string[] =>
  TOTALS.filter(([, total]) => getTableName(total.into) === into).flatMap(([, total]) => {
    const here = mayBeSealed(total) ? `day > ${LAST_SEALED_DAY}` : 'true'
    return [
      `DELETE FROM ${into}${mayBeSealed(total) ? ` WHERE ${here}` : ''}`,
      addInto(total, `SELECT * FROM (${addToTotal(total, '')}) WHERE ${here}`),
    ]
  })

/** The sales of products lie by day: no index finds those of one product. */
const NO_WALK = 'i.product_id'

/** The key of a total along which its law walks: an owner, or the day of an index in the order of time. */
function walkOf({ from, day, by }: DayTotal): { walk: string; mark: string; keys: string } | undefined {
  const [name, owner] = Object.entries(by).find(([, column]) => /^\w\.\w+_id$/.test(column) && column !== NO_WALK) ?? []
  const tableOf = (column: string) => getTableName(from[column[0] ?? ''] as SQLiteTable)
  if (name && owner) {
    const key = owner.replace(/^\w/, 'k')
    return { walk: `${key} FROM ${tableOf(owner)} k WHERE ${key}`, mark: `«${owner}»`, keys: `«${name}»` }
  }
  const [, instant = ''] = /^date\(\((\w\.created_at)\)/.exec(day) ?? []
  return instant === '' ? undefined : { walk: daysOf(tableOf(instant)), mark: `«day:${instant}»`, keys: '«day»' }
}
const daysOf = (table: string) => `day:${table}`

/** The law of a total: rows of a day are compared with the rows of their tables, and rows of longer spans with the days in them. */
function lawOf(total: DayTotal): Law {
  const into = getTableName(total.into)
  const [keys, sums] = [Object.keys(keysOf(total)), Object.keys(total.sums)]
  const { walk, mark = '', keys: keyMark = '' } = walkOf(total) ?? {}
  const longer = total.spans?.filter((days) => days > 1)
  const days = longer && {
    ...total,
    from: { t: total.into },
    joined: '+t.span = 1',
    when: `1 ${keyMark.replace('«', '«t.')}`,
    day: 't.day',
    by: Object.fromEntries(Object.keys(total.by).map((name) => [name, `t.${name}`])),
    sums: Object.fromEntries(sums.map((name) => [name, `t.${name}`])),
  }
  const marked = {
    ...total,
    when: `${total.when} ${mark}`,
    ...(total.takenBack && { takenBack: { ...total.takenBack, when: `${total.takenBack.when} ${mark}` } }),
  }
  const rows = [
    `SELECT ${[...keys, ...sums].join(', ')} FROM ${into} WHERE 1 ${keyMark}`,
    addToTotal(marked, '-', undefined, 'NEW', total.spans && [1]),
    ...(days ? [addToTotal(days, '-', undefined, 'NEW', longer)] : []),
  ]
  const unsealed = mayBeSealed(total) ? ` WHERE day > ${LAST_SEALED_DAY}` : ''
  return atNight(
    `SELECT day FROM (${rows.join(' UNION ALL ')})${unsealed} GROUP BY ${keys.join(', ')} HAVING ${isNotNothing(total)}`,
    walk,
  )
}

/** Laws that each total is the sum of its rows: they find the days that are wrong. */
export const DAY_TOTAL_LAWS: Record<string, Law> = Object.fromEntries(
  TOTALS.map(([name, total]) => [`the totals of ${name} by day are those of their rows`, lawOf(total)]),
)
