import { eq } from 'drizzle-orm'
import { orders } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refuseSealed } from '../orders/queries.ts'

/** Ends the run of a verb that found nothing of an order because it is sealed. @throws SealedOrder */
export async function requireUnsealed(ctx: Ctx, orderId: string): Promise<void> {
  const [order] = await ctx.db
    .select({ id: orders.id, sealedIn: orders.sealedIn })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order) refuseSealed(order)
}
