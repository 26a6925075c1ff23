import { retryOnStale } from '#db/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { endReturn } from '../outcomes/end-return.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

/**
 * The seller has the parcel back: the order ends, its stock returns, the goods are refunded and the rider has earned the
 * fee (docs/money.md, Refunds). Of an order that staff cancelled, on the road or in the buyer's hands, and of a parcel that was lost
 * and is found, only the stock returns, once. 404, 409.
 */
export async function receiveReturn(ctx: Ctx, id: string): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    return endReturn(ctx, order)
  })
  return viewOrder(ctx, changed)
}
