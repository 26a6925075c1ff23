import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { walletOwner } from './owner.ts'
import { viewWithdrawal } from './view.ts'

export const ListWithdrawals = z.strictObject(f.pageQuery)

/** The caller's own withdrawals, newest first, with the state of each (docs/money.md, Wallet). */
export async function listWithdrawals(ctx: Ctx, page: z.output<typeof ListWithdrawals>) {
  const { ownerId } = walletOwner(ctx)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(payouts)
      .where(eq(payouts.ownerId, ownerId))
      .orderBy(desc(payouts.createdAt), desc(payouts.id)),
    totalOf(ctx.db, counterName('withdrawals', { ownerId })),
  )
  return { payouts: rows.map(viewWithdrawal), pagination }
}
