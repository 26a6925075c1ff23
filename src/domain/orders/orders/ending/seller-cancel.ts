import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { cancelBySeller } from '../outcomes/cancel-by-seller.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

export const SellerCancelOrder = z.strictObject({ reason: f.reason })

/** The seller cannot deliver what was accepted: full refund, stock back, the delivery job is called off. 404, 409. */
export async function sellerCancelOrder(
  ctx: Ctx,
  id: string,
  { reason }: z.output<typeof SellerCancelOrder>,
): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    return cancelBySeller(ctx, order, reason)
  })
  return viewOrder(ctx, changed)
}
