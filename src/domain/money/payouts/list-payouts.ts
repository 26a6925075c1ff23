import { and, desc, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { PAYOUT_STATUSES, payouts } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewPayout } from './view.ts'

export const ListPayouts = z.strictObject({ ...f.pageQuery, status: z.enum(PAYOUT_STATUSES).optional() })

/** Payouts of administrators, newest first, for finance (docs/money.md, Admin payouts). */
export async function listPayouts(ctx: Ctx, { status, ...page }: z.output<typeof ListPayouts>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(payouts)
      .where(and(isNull(payouts.ownerId), status && eq(payouts.status, status)))
      .orderBy(desc(payouts.createdAt), desc(payouts.id)),
    totalOf(ctx.db, counterName('payouts', { status })),
  )
  return { payouts: rows.map((row) => viewPayout(ctx, row)), pagination }
}
