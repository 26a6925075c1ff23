import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { FINANCE, type Role } from '#kernel/roles.ts'

/** A figure of a row: an SQL expression on the table of days `t`, added up over the days of the row. */
export type Figure<S extends z.ZodType = z.ZodType> = { sum: string; isMoney: boolean; schema: S }
export const count = (sum: string) => ({ sum, isMoney: false, schema: z.int() })
export const amount = (sum: string) => ({ sum, isMoney: true, schema: f.decimal })
export type Figures = Record<string, Figure>

/** The thing of a row, as a seller or product: the column of its id, the keys that show it, and the table and column of its name. */
export type Thing<Keys extends string = string> = {
  column: string
  id: Keys
  name: { key: Keys; table: SQLiteTable; column: string }
}

const OMITTED = z.int().meta({ description: 'Lignes en plus, que le CSV contient ; totals les compte.' })

type ReportTable<Name extends string, F extends Figures, Keys extends string> = {
  name: Name
  /** Title of the printed report: « Rapport des ventes ». */
  title: string
  doc: string
  roles?: readonly Role[]
  /** Table of the report's days; that of a report of things has spans too. */
  days: SQLiteTable
  of?: Thing<Keys>
  figures: F
}

/** Makes a report from its table of days, its things and its figures. A row has a `period` unless it adds up all days. */
export function report<const Name extends string, F extends Figures, const Keys extends string = never>(
  told: ReportTable<Name, F, Keys>,
) {
  const { name, of, days, figures, roles = FINANCE } = told
  const shapes = Object.fromEntries(Object.entries(figures).map(([key, { schema }]) => [key, schema])) as {
    [K in keyof F]: F[K]['schema']
  }
  const things = Object.fromEntries(of ? [of.id, of.name.key].map((key) => [key, z.string()]) : []) as {
    [K in Keys]: z.ZodString
  }
  const period = (of ? z.string().optional() : z.string()) as z.ZodType<string | undefined>
  const view = z.object({
    from: f.day,
    to: f.day,
    rows: z.array(z.object({ period, ...things, currency: f.currency, ...shapes })),
    omitted: OMITTED,
    totals: z.array(z.object({ currency: f.currency, ...shapes })),
    generatedAt: f.isoTime,
  })
  const id = `${name[0]?.toUpperCase()}${name.slice(1)}Report`
  return { ...told, roles, id, table: getTableName(days), view: view.meta({ id }) }
}

export type Report = Pick<ReturnType<typeof report>, 'name' | 'table' | 'of' | 'figures'>
