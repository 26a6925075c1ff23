import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { WALLET_ENTRY_TYPES, walletEntries } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { walletOwner } from './owner.ts'
import { selectEntries } from './queries.ts'
import { viewTransaction } from './view.ts'

export const ListTransactions = z.strictObject({
  ...f.pageQuery,
  ...f.beforeQuery,
  currency: f.currency.optional(),
  type: z.enum(WALLET_ENTRY_TYPES).optional(),
  ...periodQuery,
})

/** Whether a line stands behind another one of its owner's: of one moment by their order. */
const isBehind = (ownerId: string, id: string) => sql`
  (wallet_entries.created_at, wallet_entries.rowid) < (
    SELECT b.created_at, b.rowid FROM wallet_entries b WHERE b.id = ${id} AND b.owner_id = ${ownerId})`

/** The caller's own lines, newest first: what came, what left, and the balance after each (docs/money.md, Wallet). */
export async function listWalletTransactions(
  ctx: Ctx,
  { currency, type, from, to, before: behind, ...page }: z.output<typeof ListTransactions>,
) {
  const { ownerId } = walletOwner(ctx)
  const { since, before } = periodOf({ from, to })
  const wanted = and(
    eq(walletEntries.ownerId, ownerId),
    currency && eq(walletEntries.currency, currency),
    type && eq(walletEntries.type, type),
    since === undefined ? undefined : gte(walletEntries.createdAt, since),
    before === undefined ? undefined : lt(walletEntries.createdAt, before),
  )
  const isOfPeriod = since !== undefined || before !== undefined
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectEntries(ctx)
      .where(and(wanted, behind === undefined ? undefined : isBehind(ownerId, behind)))
      .orderBy(desc(walletEntries.createdAt), sql`wallet_entries.rowid DESC`),
    isOfPeriod
      ? countUpTo1000(ctx.db, sql`SELECT 1 FROM wallet_entries WHERE ${wanted}`)
      : totalOf(ctx.db, counterName('walletEntries', { ownerId, currency, type })),
  )
  return { transactions: rows.map(viewTransaction), pagination }
}
