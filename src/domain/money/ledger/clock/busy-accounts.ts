import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextSize, type Walk } from './night-walks.ts'
import { IS_BUSY, sinceProof } from './proofs.ts'

/** The law whose query leaves busy accounts out at night. */
export const SUM_OF_TRANSFERS = 'every account is the sum of its transfers'
/** Walks that add up one busy account begin so. */
export const SUM = 'sum:'

/** The place in the sum of an account: its transfers up to the row `bound`, first those to it, then those from it. */
type Place = {
  code: string
  currency: string
  bound: number
  side: 'to' | 'from'
  at: number
  row: number
  sum: number
}

/** Begins a sum for each busy account of a range of codes, of the transfers up to this moment. */
export const beginSums = (ctx: Ctx, low: string, high: string, night: string): Write =>
  ctx.db.run(sql`
    INSERT INTO law_walks (walk, held_to, size, more, night)
    SELECT ${SUM} || a.code || ' ' || a.currency, json_object('code', a.code, 'currency', a.currency, 'side', 'to', 'at', 0, 'row', 0,
      'sum', 0, 'bound', (SELECT max(rowid) FROM transfers)), 2000, '{}', ${night}
    FROM accounts a WHERE a.code > ${low} AND a.code <= ${high} AND ${sql.raw(IS_BUSY)} ON CONFLICT DO NOTHING`)

/** The accounts among these that are busy. */
export const selectBusy = (ctx: Ctx, some: { key: string }[]) =>
  ctx.db.all<{ code: string }>(sql`
    SELECT a.code FROM accounts a WHERE a.code IN (SELECT value FROM json_each(${JSON.stringify(some.map(({ key }) => key))}))
      AND ${sql.raw(IS_BUSY)}`)

type Piece = { many: number; amount: number; at: number | null; row: number | null }

/**
 * Adds up the next transfers of a busy account. Transfers that come meanwhile lie behind the bound, so a sum always ends.
 * @returns the walk as it goes on; at its end the account's code, and whether it had this balance at the bound
 */
export async function holdSum(ctx: Ctx, walk: Walk): Promise<{ next: Walk } | { code: string; isRight: boolean }> {
  const place: Place = JSON.parse(walk.heldTo ?? '{}')
  const { code, currency, bound, side, at, row } = place
  const account = sql.raw(side === 'to' ? 't.to_account' : 't.from_account')
  const answer = (await ctx.db.run(sql`
    WITH p AS MATERIALIZED (
      SELECT t.amount_minor AS amount, t.created_at AS at, t.rowid AS row FROM transfers t
      WHERE ${account} = ${code} AND t.currency = ${currency} AND (t.created_at, t.rowid) > (${at}, ${row}) AND t.rowid <= ${bound}
      ORDER BY t.created_at, t.rowid LIMIT ${walk.size})
    SELECT (SELECT count(*) FROM p) AS many, coalesce((SELECT sum(amount) FROM p), 0) AS amount, l.at, l.row
    FROM (SELECT 1) LEFT JOIN (SELECT at, row FROM p ORDER BY at DESC, row DESC LIMIT 1) l`)) as unknown as D1Result<Piece>
  const [{ many, amount, ...last }] = answer.results as [Piece]
  const sum = place.sum + (side === 'to' ? amount : -amount)
  const goOn = (more: Partial<Place>) => ({
    next: {
      ...walk,
      size: nextSize(walk.size, answer.meta.duration),
      heldTo: JSON.stringify({ ...place, sum, ...more }),
    },
  })
  if (many === walk.size) return goOn({ at: last.at ?? 0, row: last.row ?? 0 })
  if (side === 'to') return goOn({ side: 'from', at: 0, row: 0 })
  const [right] = await ctx.db.all<{ code: string }>(sql`
    SELECT a.code FROM accounts a WHERE a.code = ${code} AND a.currency = ${currency}
      AND a.balance_minor - ${sql.raw(sinceProof('accounts', String(Number(bound))))} = ${sum}`)
  return { code, isRight: right !== undefined }
}
