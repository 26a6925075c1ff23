import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { counterName, totalOf } from '../../../db/counters.ts'
import { PAYOUT_STATUSES, payouts } from '../../../db/schema/money/payouts.ts'
import * as f from '../../../kernel/fields.ts'
import { offsetOf, pagination } from '../../../kernel/page.ts'
import type { Ctx } from '../../core/context.ts'
import { viewPayout } from './view.ts'

export const ListPayouts = z.strictObject({ ...f.pageQuery, status: z.enum(PAYOUT_STATUSES).optional() })

/** Payouts through gateway A, newest first, for finance (spec.md, GET /gatewayA/payouts/history). */
export async function listPayouts(ctx: Ctx, { status, ...page }: z.output<typeof ListPayouts>) {
  const [rows, [counted]] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(payouts)
      .where(and(eq(payouts.gateway, 'A'), status && eq(payouts.status, status)))
      .orderBy(desc(payouts.createdAt), desc(payouts.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    totalOf(ctx.db, counterName('payouts', { gateway: 'A', status })),
  )
  return { payouts: rows.map(viewPayout), pagination: pagination(page, counted?.total ?? 0) }
}
