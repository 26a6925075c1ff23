import { retryOnStale } from '#db/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { complete } from '../outcomes/complete.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

/** The buyer has the goods: the order is COMPLETED and its money is the seller's and the rider's (docs/states.md, Order). 404, 409. */
export async function confirmReceipt(ctx: Ctx, id: string): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.buyerId !== actorOf(ctx).id) fail('NOT_FOUND')
    return complete(ctx, order, 'confirm')
  })
  return viewOrder(ctx, changed)
}
