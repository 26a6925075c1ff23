import { eq } from 'drizzle-orm'
import { orders } from '#db/schema/orders/orders.ts'
import { SealedOrder } from '#db/violation.ts'
import type { Ctx } from '#domain/core/context.ts'

/** Ends the run of a verb that needs the rows of a sealed order. @throws SealedOrder */
export function refuseSealed({ id, sealedIn }: { id: string; sealedIn: number | null }): void {
  if (sealedIn !== null) throw new SealedOrder(id)
}

/** Ends the run of a verb that found nothing of an order because it is sealed. @throws SealedOrder */
export async function requireUnsealed(ctx: Ctx, id: string): Promise<void> {
  const [order] = await ctx.db
    .select({ id: orders.id, sealedIn: orders.sealedIn })
    .from(orders)
    .where(eq(orders.id, id))
  if (order) refuseSealed(order)
}
