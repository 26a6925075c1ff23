import { desc, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000 } from '#db/read-page.ts'
import { TRANSFER_KINDS, type TransferKind, transfers } from '#db/schema/money/ledger.ts'
import { unionAll } from '#db/union.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { type Currency, currencies } from '#kernel/money.ts'
import { type Period, periodQuery } from '#kernel/period.ts'
import { selectTransfers } from './queries.ts'

/** The place of a transfer among all: the time at which it was booked, and its row. */
export type Place = { at: number; row: number }

/** The head of a list, behind which its transfers stand: a place, or a transfer's id. */
type Head = Place | string | undefined

/** A choice of transfers: parts without a transfer in common, each of which an index has in the order of time. */
export type Walk = { parts: SQL[]; period: Period }

const currenciesOf = (currency: Currency | undefined): readonly Currency[] => (currency ? [currency] : currencies)

/** Filters of transfers. */
export const transferFilter = {
  kind: z.enum(TRANSFER_KINDS).meta({ id: 'TransferKind' }).optional(),
  currency: f.currency.optional(),
  ...periodQuery,
}
/** All transfers, or those of a kind or currency. */
export const walkAll = (
  { kind, currency }: { kind?: TransferKind | undefined; currency?: Currency | undefined },
  period: Period,
): Walk => ({
  parts: currenciesOf(currency).map((each) =>
    kind ? sql`t.kind = ${kind} AND t.currency = ${each}` : sql`t.currency = ${each}`,
  ),
  period,
})

/** The transfers from or to an account. */
export const walkAccount = (code: string, currency: Currency | undefined, period: Period): Walk => ({
  parts: currenciesOf(currency).flatMap((each) => [
    sql`t.from_account = ${code} AND t.currency = ${each}`,
    sql`t.to_account = ${code} AND t.currency = ${each}`,
  ]),
  period,
})

const placeOf = (head: Place | string) =>
  typeof head === 'string'
    ? sql`(SELECT b.created_at, b.rowid FROM transfers b WHERE b.id = ${head})`
    : sql`(${head.at}, ${head.row})`

/** Places of a walk, behind `head` if there is one: a SELECT that takes an ORDER BY and a LIMIT. */
function places({ parts, period }: Walk, head?: Head): SQL {
  const { since, before: end } = period
  const bounds = [
    ...(since === undefined ? [] : [sql` AND t.created_at >= ${since}`]),
    // Behind a place of the walk the period has not ended, and its end would be the place where SQLite begins each time.
    ...(end === undefined || typeof head === 'object' ? [] : [sql` AND t.created_at < ${end}`]),
    ...(head === undefined ? [] : [sql` AND (t.created_at, t.rowid) < ${placeOf(head)}`]),
  ]
  const selects = parts.map(
    (part) => sql`SELECT t.created_at AS at, t.rowid AS row FROM transfers t WHERE ${part}${sql.join(bounds)}`,
  )
  return unionAll(selects)
}

/** The newest transfers of a walk, limited by `cut`: the parts are merged from their indexes, and no others are read. */
export function selectNewest(ctx: Ctx, walk: Walk, cut: SQL, head?: Head) {
  const rows = sql`(SELECT p.row FROM (${places(walk, head)} ORDER BY at DESC, row DESC ${cut}) p)`
  return selectTransfers(ctx)
    .where(sql`transfers.rowid IN ${rows}`)
    .orderBy(desc(transfers.createdAt), sql`transfers.rowid DESC`)
}

/** The last place of the list that `selectNewest` gives for the same arguments. */
export const selectLastPlace = (ctx: Ctx, walk: Walk, cut: SQL, before?: Place) =>
  ctx.db.all<Place>(sql`
    SELECT p.at, p.row FROM (${places(walk, before)} ORDER BY at DESC, row DESC ${cut}) p
    ORDER BY p.at, p.row LIMIT 1`)

export const selectOldest = (ctx: Ctx, walk: Walk) => ctx.db.all<Place>(sql`${places(walk)} ORDER BY at, row LIMIT 1`)

export const countTransfers = (ctx: Ctx, walk: Walk) => countUpTo1000(ctx.db, places(walk))
