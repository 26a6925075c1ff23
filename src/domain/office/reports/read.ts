import { getTableName, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { GROUPINGS, periodQuery } from '#kernel/period.ts'
import type { Figures, Report } from './report.ts'
import { blocksOf } from './spans.ts'

export const reportQuery = z.strictObject({
  ...periodQuery,
  groupBy: z.enum(GROUPINGS).optional(),
  currency: f.currency.optional(),
})
export type ReportQuery = z.output<typeof reportQuery>
/** The query of a report, with whole days. */
export type ReportPeriod = Pick<ReportQuery, 'groupBy' | 'currency'> & { first: string; last: string }

/** Sums as D1 answers them: minor units and numbers, by the keys of the figures. */
export type Sums = Record<string, number>
export type Row = { period: string | null; id: string; name: string | null; currency: Currency } & Sums
type Cell = string | number

/** SQL of the group of a day, as `groupOf` of the kernel computes it. */
const GROUPS = {
  day: sql`t.day`,
  week: sql`date(t.day, '-' || ((strftime('%w', t.day) + 6) % 7) || ' days')`,
  month: sql`substr(t.day, 1, 7)`,
}

/** The rows to add up. A report of things without groups takes the fewest rows of each thing: `blocksOf` gives the spans. */
function daysOf({ table, of }: Report, { first, last, groupBy, currency }: ReportPeriod): SQL {
  const money = currency ? sql`AND t.currency = ${currency}` : sql``
  if (!of) return sql`${sql.identifier(table)} t WHERE t.day BETWEEN ${first} AND ${last} ${money}`
  const blocks = JSON.stringify(groupBy ? [{ span: 1, from: first, to: last }] : blocksOf(first, last))
  return sql`json_each(${blocks}) b CROSS JOIN ${sql.identifier(table)} t
    ON t.span = b.value ->> 'span' AND t.day BETWEEN b.value ->> 'from' AND b.value ->> 'to' ${money}`
}

/**
 * The rows of a report, in no order: where all days come together they have no period. Where nothing happened there is none. A
 * report by time has no ids; grouped by none, its days come in the order of the index, and SQLite sorts nothing.
 */
function rowsOf(report: Report, asked: ReportPeriod): SQL {
  const { of, figures } = report
  const period = of && !asked.groupBy ? sql`NULL` : GROUPS[asked.groupBy ?? 'day']
  const sums = Object.entries(figures).map(([key, { sum }]) => ({ key, sum: sql`sum(${sql.raw(sum)})` }))
  return sql`SELECT ${period} AS period, ${of ? sql.raw(`t.${of.column}`) : sql`''`} AS id, t.currency,
      ${sql.join(
        sums.map(({ key, sum }) => sql`${sum} AS ${sql.identifier(key)}`),
        sql`, `,
      )}
    FROM ${daysOf(report, asked)} GROUP BY ${of ? sql`1, 2, 3` : sql`1, 3`}
    HAVING ${sql.join(
      sums.map(({ sum }) => sql`${sum} <> 0`),
      sql` OR `,
    )}`
}

/** The amount by which things are sorted, the highest first. */
const amountOf = ({ of }: Report) => (of ? sql`g.amount` : sql`0`)
const withNames = ({ of }: Report, rows: SQL): SQL =>
  of
    ? sql`SELECT r.*, n.${sql.identifier(of.name.column)} AS name FROM (${rows}) r
        LEFT JOIN ${sql.identifier(getTableName(of.name.table))} n ON n.id = r.id`
    : sql`SELECT r.*, NULL AS name FROM (${rows}) r`

/** Most rows of things that are shown; the CSV file has all. */
export const MOST_SHOWN = 5_000
/** The key of a total: the sum of a figure over all rows of the currency, in each row. */
export const totalKey = (key: string) => `total_${key}`

/** Selects the rows that are shown, the oldest first; of too many things, those with the highest amounts in each period and currency. */
export function selectShown(report: Report, asked: ReportPeriod): SQL {
  const { of, figures } = report
  // Totals over all rows would double the reads of D1: a report by time does without.
  if (!of) return sql`${withNames(report, rowsOf(report, asked))} ORDER BY r.period, r.currency`
  const totals = Object.keys(figures).map((key) => {
    const total = sql.identifier(totalKey(key))
    return sql`sum(g.${sql.identifier(key)}) OVER (PARTITION BY g.currency) AS ${total}`
  })
  const placed = sql`SELECT g.*, count(*) OVER () AS found, ${sql.join(totals, sql`, `)},
      row_number() OVER (PARTITION BY g.period, g.currency ORDER BY g.amount DESC, g.id) AS place
    FROM (${rowsOf(report, asked)}) g ORDER BY place, g.period, g.currency LIMIT ${MOST_SHOWN}`
  return sql`${withNames(report, placed)} ORDER BY r.period, r.currency, r.place`
}

/** Selects `size` rows after another one, in the same order. */
export function selectAfter(report: Report, asked: ReportPeriod, after: Row | undefined, size: number): SQL {
  const amount = amountOf(report)
  const { period, currency, id } = after ?? {}
  const rest = after
    ? sql`(coalesce(g.period, ''), g.currency, -${amount}, g.id) > (${period ?? ''}, ${currency}, ${-(report.of ? (after.amount ?? 0) : 0)}, ${id})`
    : sql`true`
  return sql`${withNames(
    report,
    sql`SELECT g.*, ${amount} AS most FROM (${rowsOf(report, asked)}) g WHERE ${rest} ORDER BY g.period, g.currency, most DESC, g.id LIMIT ${size}`,
  )} ORDER BY r.period, r.currency, r.most DESC, r.id`
}

/** The figures by their keys: amounts as decimal text. */
export const figuresOf = (figures: Figures, sumOf: (key: string) => number | undefined, currency: Currency) =>
  Object.fromEntries(
    Object.entries(figures).map(([key, { isMoney }]): [string, Cell] => {
      const value = sumOf(key) ?? 0
      return [key, isMoney ? formatAmount(value, currency) : value]
    }),
  )

/** A row by its keys, in their order. */
export const viewRow = ({ of, figures }: Report, row: Row): Record<string, Cell> => ({
  ...(row.period !== null && { period: row.period }),
  ...(of && { [of.id]: row.id, [of.name.key]: row.name ?? '' }),
  currency: row.currency,
  ...figuresOf(figures, (key) => row[key], row.currency),
})
/** The keys of a row, even if the report has none. */
export const keysOf = ({ of, figures }: Report, { groupBy }: ReportPeriod): string[] => [
  ...(of && !groupBy ? [] : ['period']),
  ...(of ? [of.id, of.name.key] : []),
  'currency',
  ...Object.keys(figures),
]
