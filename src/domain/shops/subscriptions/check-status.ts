import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { SUBSCRIPTION_PAYMENT_STATES, subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { findByReference } from '#domain/money/gateways/queries.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { getPaidSubscription } from './queries.ts'
import { type PaidView, viewPaid } from './view.ts'

export const DepositParam = z.strictObject({ depositId: f.idIn })

/**
 * Shows a payment of the seller. If it is open, or expired without a verdict, the gateway is asked first, and its answer applied
 * (docs/states.md, Unknown outcomes); a silent gateway changes nothing.
 */
export async function checkSubscriptionPayment(ctx: Ctx, depositId: string): Promise<PaidView> {
  const { sellerProfileId } = sellerOf(ctx)
  const [payment] = await ctx.db
    .select()
    .from(subscriptionPayments)
    .where(
      and(eq(subscriptionPayments.depositId, depositId), eq(subscriptionPayments.sellerProfileId, sellerProfileId)),
    )
  if (!payment) fail('NOT_FOUND')
  if (SUBSCRIPTION_PAYMENT_STATES.awaited.has(payment.status)) {
    const tx = await findByReference(ctx, depositId)
    if (tx && ATTEMPT_STATES.askable.has(tx.status)) await pollGateway(ctx, tx, 'checkStatus')
  }
  return viewPaid(await getPaidSubscription(ctx, payment))
}
