import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewSubscriptionPayment } from './view.ts'

export const ListPayments = z.strictObject(f.pageQuery)

/** Lists the seller's payments for subscriptions, made or asked for, the newest first (docs/money.md, Subscriptions). */
export async function listSubscriptionPayments(ctx: Ctx, page: z.output<typeof ListPayments>) {
  const { sellerProfileId } = sellerOf(ctx)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments.sellerProfileId, sellerProfileId))
      .orderBy(desc(subscriptionPayments.createdAt), desc(subscriptionPayments.id)),
    totalOf(ctx.db, counterName('subscriptionPayments', { sellerProfileId })),
  )
  return { payments: rows.map(viewSubscriptionPayment), pagination }
}
