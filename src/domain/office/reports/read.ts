import { getTableName, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { type Currency, formatAmount } from '../../../kernel/money.ts'
import { GROUPINGS, groupOf, periodQuery, reportDays } from '../../../kernel/period.ts'
import type { Ctx } from '../../core/context.ts'
import type { Figures, Report, Thing } from './report.ts'
import { type Block, blocksOf } from './spans.ts'

export const reportQuery = z.strictObject({
  ...periodQuery,
  groupBy: z.enum(GROUPINGS).optional(),
  currency: f.currency.optional(),
})
export type ReportQuery = z.output<typeof reportQuery>

/** What D1 answers: minor units and numbers by their keys, beside what they are of. */
type Sums = Record<string, number>
type Found = { day: string | null; id: string; name: string | null; currency: Currency } & Sums
type Row = { period: string | undefined; id: string; name: string | null; currency: Currency; sums: Sums }
type Cell = string | number

const SUMS = (figures: Figures) =>
  Object.entries(figures).map(([key, { sum }]) => sql`sum(${sql.raw(sum)}) AS ${sql.identifier(key)}`)
/** What a day is added up in, as `groupOf` of the kernel says it. */
const GROUPS = {
  day: sql`t.day`,
  week: sql`date(t.day, '-' || ((strftime('%w', t.day) + 6) % 7) || ' days')`,
  month: sql`substr(t.day, 1, 7)`,
}
const of = (currency: Currency | undefined) => (currency ? sql`AND t.currency = ${currency}` : sql``)

/** The days of a report by time. */
const selectDays = ({ table, figures }: Report, first: string, last: string, currency: Currency | undefined): SQL =>
  sql`SELECT t.day, '' AS id, NULL AS name, t.currency, ${sql.join(SUMS(figures), sql`, `)} FROM ${sql.identifier(table)} t
    WHERE t.day BETWEEN ${first} AND ${last} ${of(currency)} GROUP BY t.day, t.currency`

/** Of things, what one report reads and what it shows: more is neither an answer of D1 nor a page that somebody reads. */
export const MOST_READ = 50_000
export const MOST_SHOWN = 5_000

/** What things add up to, of all their blocks together, or by the times that are asked for; no more than is read and shown, and one. */
function selectThings(
  { table, figures }: Report,
  { column, name }: Thing,
  blocks: Block[],
  { groupBy, currency }: ReportQuery,
): SQL {
  const [id, day] = [sql.raw(`t.${column}`), groupBy ? GROUPS[groupBy] : sql`NULL`]
  return sql`SELECT g.*, n.${sql.identifier(name.column)} AS name FROM (
      SELECT ${day} AS day, ${id} AS id, t.currency, count(*) AS counted, ${sql.join(SUMS(figures), sql`, `)}
      FROM (SELECT t.* FROM json_each(${JSON.stringify(blocks)}) b CROSS JOIN ${sql.identifier(table)} t
          ON t.span = b.value ->> 'span' AND t.day BETWEEN b.value ->> 'from' AND b.value ->> 'to' ${of(currency)}
        LIMIT ${MOST_READ + 1}) t
      GROUP BY 1, 2, 3 LIMIT ${MOST_SHOWN + 1}) g
    LEFT JOIN ${sql.identifier(getTableName(name.table))} n ON n.id = g.id`
}

/** The rows of a report, the oldest first; of things those that sold most first. 400 over 366 days, and for too many rows. */
export async function readReport(ctx: Ctx, report: Report, query: ReportQuery) {
  const { groupBy, currency, ...period } = query
  const { first, last } = reportDays(period, ctx.now)
  const found = await ctx.db.all<Found>(
    report.of
      ? selectThings(report, report.of, groupBy ? [{ span: 1, from: first, to: last }] : blocksOf(first, last), query)
      : selectDays(report, first, last, currency),
  )
  if (report.of) requireFew(found)
  const keys = Object.keys(report.figures)
  const rows = new Map<string, Row>()
  for (const one of found) {
    const period = one.day === null ? undefined : report.of ? one.day : groupOf(one.day, groupBy ?? 'day')
    const key = JSON.stringify([period, one.id, one.currency])
    const row = rows.get(key) ?? { period, id: one.id, name: one.name, currency: one.currency, sums: {} }
    for (const figure of keys) row.sums[figure] = (row.sums[figure] ?? 0) + (one[figure] ?? 0)
    rows.set(key, row)
  }
  const some = [...rows.values()].filter(({ sums }) => keys.some((key) => sums[key] !== 0))
  return { first, last, rows: some.sort(inOrder) }
}

function requireFew(found: Found[]): void {
  const counted = found.reduce((sum, one) => sum + (one.counted ?? 0), 0)
  if (counted > MOST_READ || found.length > MOST_SHOWN)
    invalid('groupBy', 'Ce rapport a trop de lignes : choisissez une période plus courte ou un regroupement plus long.')
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b)
const inOrder = (a: Row, b: Row) =>
  compare(a.period ?? '', b.period ?? '') ||
  compare(a.currency, b.currency) ||
  (b.sums.amount ?? 0) - (a.sums.amount ?? 0) ||
  compare(a.id, b.id)

/** Figures as they are shown: amounts as decimal text. */
export const figuresOf = (figures: Figures, sums: Sums, currency: Currency): Record<string, Cell> =>
  Object.fromEntries(
    Object.entries(figures).map(([key, { isMoney }]) => {
      const value = sums[key] ?? 0
      return [key, isMoney ? formatAmount(value, currency) : value]
    }),
  )

/** A row under its keys, in their order. */
export const viewRow = ({ of, figures }: Report, { period, id, name, currency, sums }: Row): Record<string, Cell> => ({
  ...(period !== undefined && { period }),
  ...(of && { [of.id]: id, [of.name.key]: name ?? '' }),
  currency,
  ...figuresOf(figures, sums, currency),
})
/** Those keys, whether there is a row or not. */
export const keysOf = ({ of, figures }: Report, { groupBy }: ReportQuery): string[] => [
  ...(of && !groupBy ? [] : ['period']),
  ...(of ? [of.id, of.name.key] : []),
  'currency',
  ...Object.keys(figures),
]
