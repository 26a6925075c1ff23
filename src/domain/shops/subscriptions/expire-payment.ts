import { and, asc, eq, lte } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import { subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { finish } from '#domain/money/gateways/attempts/finish.ts'
import { getTransaction } from '#domain/money/gateways/queries.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { settleSubscription } from './settle.ts'

/** Selects the deposits of payments whose half hour is over. */
export const overdueDeposits = async (ctx: Ctx, limit: number): Promise<GatewayTransaction[]> => {
  const rows = await ctx.db
    .select({ tx: gatewayTransactions })
    .from(subscriptionPayments)
    .innerJoin(gatewayTransactions, eq(gatewayTransactions.reference, subscriptionPayments.depositId))
    .where(and(eq(subscriptionPayments.status, 'PENDING'), lte(subscriptionPayments.expiresAt, ctx.now)))
    .orderBy(asc(subscriptionPayments.expiresAt))
    .limit(limit)
  return rows.map(({ tx }) => tx)
}

/**
 * Ends a payment that nobody made within the half hour (docs/states.md, Subscription): the gateway is asked a last time, then the payment
 * expires, and the subscription that waited for it is given up. The money may still come late.
 */
export async function expirePayment(ctx: Ctx, deposit: GatewayTransaction): Promise<void> {
  await pollGateway(ctx, deposit)
  await retryOnStale(async () => {
    const tx = await getTransaction(ctx, deposit.id)
    // A deposit in doubt waits for a person; the seller need not wait for it.
    await commit(
      ctx,
      tx.status === 'pending' ? await finish(ctx, tx, 'expired') : await settleSubscription(ctx, tx, 'expired'),
    )
  })
}
