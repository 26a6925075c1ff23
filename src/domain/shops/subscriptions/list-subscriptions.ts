import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { SUBSCRIPTION_STATUSES, subscriptions } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewSubscription } from './view.ts'

export const ListSubscriptions = z.strictObject({
  ...f.pageQuery,
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  planId: f.idIn.optional(),
})

/**
 * Lists all sellers' subscriptions for finance, the newest first (docs/money.md, Subscriptions). Triggers keep the total of every filter.
 */
export async function listSubscriptions(ctx: Ctx, { status, planId, ...page }: z.output<typeof ListSubscriptions>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(subscriptions)
      .where(and(status && eq(subscriptions.status, status), planId ? eq(subscriptions.planId, planId) : undefined))
      .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id)),
    totalOf(
      ctx.db,
      planId ? counterName('subscriptionsOfPlan', { planId, status }) : counterName('subscriptions', { status }),
    ),
  )
  return { subscriptions: rows.map(viewSubscription), pagination }
}
