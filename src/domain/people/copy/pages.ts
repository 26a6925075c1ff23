import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { iso } from '#kernel/time.ts'
import { fill, listOf, type Place, rowsOf } from '../erasure/place.ts'

type Row = Record<string, unknown>
/** Rows of a place and of the places under it, by their names; the keys of their files; and the last row, if there may be more. */
export type Page = {
  rows: Record<string, Row[]>
  files: string[]
  after?: (string | number)[] | undefined
  cost: number
}

const hasFiles = ({ files, under = [] }: Place): boolean => files !== undefined || under.some(hasFiles)
/** Rows of a page: few if files come with them. */
const sizeOf = (place: Place) => (place.under?.some(hasFiles) ? 5 : place.files ? 20 : 200)

const INSTANTS = /(^|_)at$|^closed_(from|to)$|^current_period_/
function shown(column: string, value: unknown): unknown {
  if (typeof value === 'number' && INSTANTS.test(column)) return iso(value)
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The name of a file in the archive. */
export const fileName = (key: string) => `files/${key.replace(/^private\//, '')}`
const FILE = /^file\d$/
/** Columns that the reading adds to a row. */
const OURS = /^(file|key)\d$/

/**
 * Reads the next rows that a person has in a place, and everything under them.
 * @param after the last row that was read before
 */
export async function readPage(
  ctx: Ctx,
  place: Place,
  me: string,
  ids: string[],
  after?: Page['after'],
): Promise<Page> {
  const { order = ['+rowid'] } = place
  const limit = sizeOf(place)
  const keys = sql.raw(order.join(', '))
  const rest = after
    ? sql` AND (${keys}) > (${sql.join(
        after.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql``
  const found = await ctx.db.all<Row>(sql`
    SELECT ${columnsOf(place, me)}, ${sql.raw(order.map((column, i) => `${column} AS key${i}`).join(', '))}
    FROM ${sql.raw(place.table)} WHERE ${rowsOf(place, listOf(ids))}${rest} ORDER BY ${keys} LIMIT ${limit}`)
  const page: Page = { rows: {}, files: [], cost: 1 }
  const last = found.at(-1)
  if (!last) return page
  take(page, place, found)
  await readUnder(ctx, page, place, me, found)
  if (found.length === limit) page.after = order.map((_, i) => last[`key${i}`] as string | number)
  return page
}

/**
 * Reads the rows under these rows, the lines and parcels of orders among them: an order whose rows lie elsewhere than in the database is read
 * here.
 */
async function readUnder(ctx: Ctx, page: Page, place: Place, me: string, above: Row[]): Promise<void> {
  for (const one of place.under ?? []) {
    const ids = JSON.stringify(above.map((row) => row[one.of ?? 'id']))
    const theirs: SQL = rowsOf(one, sql`SELECT j.value FROM json_each(${ids}) j`)
    const found = await ctx.db.all<Row>(sql`SELECT ${columnsOf(one, me)} FROM ${sql.raw(one.table)} WHERE ${theirs}`)
    page.cost++
    if (found.length === 0) continue
    take(page, one, found)
    await readUnder(ctx, page, one, me, found)
  }
}

const columnsOf = ({ shows, files = [] }: Place, me: string): SQL =>
  sql.join(
    [
      shows.startsWith('-') ? sql.raw('*') : fill(shows, { me }),
      ...files.map((key, i) => sql.raw(`${key} AS file${i}`)),
    ],
    sql`, `,
  )

/** Puts rows on a page as their owner reads them. */
function take(page: Page, { table, name = table, shows }: Place, found: Row[]): void {
  const hidden = shows.startsWith('-') ? shows.slice(1).split(' ') : []
  const rows = found.map((row) => {
    const keys = Object.entries(row).flatMap(([column, value]) => (FILE.test(column) && value ? [String(value)] : []))
    page.files.push(...keys)
    const told = Object.entries(row).flatMap(([column, value]) =>
      OURS.test(column) || hidden.includes(column) ? [] : [[column, shown(column, value)]],
    )
    return { ...Object.fromEntries(told), ...(keys.length > 0 && { files: keys.map(fileName) }) }
  })
  page.rows[name] = [...(page.rows[name] ?? []), ...rows]
}
