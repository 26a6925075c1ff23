import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { readPage } from '#db/read-page.ts'
import { accounts, transfers } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { selectTransfers } from './queries.ts'
import { TransferView, viewTransfer } from './view.ts'
import { countTransfers, selectNewest, transferFilter, walkAccount, walkAll } from './walk.ts'

export const ListTransfers = z.strictObject({ ...f.pageQuery, ...f.beforeQuery, ...transferFilter })
export const ListAccountTransfers = z.strictObject({
  ...f.pageQuery,
  ...f.beforeQuery,
  currency: f.currency.optional(),
  ...periodQuery,
})
export const TransferList = f.listOf('transactions', TransferView)
export const AccountTransferList = f.listOf('transfers', TransferView).extend({}).meta({ id: 'AccountTransferList' })

/** Transfers of the ledger, newest first, for finance (docs/money.md, Books). */
export async function listTransfers(ctx: Ctx, input: z.output<typeof ListTransfers>) {
  const walk = walkAll(input, periodOf(input))
  const { rows, pagination } = await readPage(
    ctx.db,
    input,
    (cut) => selectNewest(ctx, walk, cut, input.before),
    countTransfers(ctx, walk),
  )
  return { transactions: rows.map(viewTransfer), pagination }
}

/** Transfers from and to one account, newest first. 404 for an account that nothing was ever booked on. */
export async function listAccountTransfers(
  ctx: Ctx,
  code: string,
  { currency, ...input }: z.output<typeof ListAccountTransfers>,
) {
  const walk = walkAccount(code, currency, periodOf(input))
  const { rows, pagination, others } = await readPage(
    ctx.db,
    input,
    (cut) => selectNewest(ctx, walk, cut, input.before),
    countTransfers(ctx, walk),
    ctx.db.select({ code: accounts.code }).from(accounts).where(eq(accounts.code, code)).limit(1),
  )
  if (others[0].length === 0) fail('NOT_FOUND')
  return { transfers: rows.map(viewTransfer), pagination }
}

/** One transfer. 404. */
export async function showTransfer(ctx: Ctx, id: string) {
  const [row] = await selectTransfers(ctx).where(eq(transfers.id, id))
  return viewTransfer(row ?? fail('NOT_FOUND'))
}
