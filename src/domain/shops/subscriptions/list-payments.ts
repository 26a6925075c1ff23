import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { counterName, totalOf } from '../../../db/counters.ts'
import { subscriptionPayments } from '../../../db/schema/shops/subscriptions.ts'
import * as f from '../../../kernel/fields.ts'
import { offsetOf, pagination } from '../../../kernel/page.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { viewSubscriptionPayment } from './view.ts'

export const ListPayments = z.strictObject(f.pageQuery)

/** What the seller paid, or was asked, for subscriptions, newest first (spec.md 4.2). */
export async function listPayments(ctx: Ctx, page: z.output<typeof ListPayments>) {
  const { sellerProfileId } = sellerOf(ctx)
  const [rows, [counted]] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments.sellerProfileId, sellerProfileId))
      .orderBy(desc(subscriptionPayments.createdAt), desc(subscriptionPayments.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    totalOf(ctx.db, counterName('subscriptionPayments', { sellerProfileId })),
  )
  return { payments: rows.map(viewSubscriptionPayment), pagination: pagination(page, counted?.total ?? 0) }
}
