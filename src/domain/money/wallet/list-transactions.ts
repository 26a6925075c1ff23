import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '../../../db/counters.ts'
import { readPage } from '../../../db/read-page.ts'
import { WALLET_ENTRY_TYPES, walletEntries } from '../../../db/schema/money/ledger.ts'
import * as f from '../../../kernel/fields.ts'
import type { Ctx } from '../../core/context.ts'
import { walletOwner } from './owner.ts'
import { selectEntries } from './queries.ts'
import { viewTransaction } from './view.ts'

export const ListTransactions = z.strictObject({
  ...f.pageQuery,
  currency: f.currency.optional(),
  type: z.enum(WALLET_ENTRY_TYPES).optional(),
})

/** The caller's own lines, newest first: what came, what left, and the balance after each (docs/money.md, Wallet). */
export async function listWalletTransactions(ctx: Ctx, { currency, type, ...page }: z.output<typeof ListTransactions>) {
  const { ownerId } = walletOwner(ctx)
  const wanted = and(
    eq(walletEntries.ownerId, ownerId),
    currency && eq(walletEntries.currency, currency),
    type && eq(walletEntries.type, type),
  )
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectEntries(ctx).where(wanted).orderBy(desc(walletEntries.createdAt), desc(walletEntries.id)),
    totalOf(ctx.db, counterName('walletEntries', { ownerId, currency, type })),
  )
  return { transactions: rows.map(viewTransaction), pagination }
}
