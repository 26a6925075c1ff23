import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { cancelAsSeller } from './cancel-as-seller.ts'
import { findOrder, type OrderFile } from './queries.ts'

export const SellerCancelOrder = z.strictObject({ reason: f.reason })

/** The seller cannot deliver what was accepted: full refund, stock back, the delivery job is called off. 404, 409. */
export function sellerCancelOrder(
  ctx: Ctx,
  id: string,
  { reason }: z.output<typeof SellerCancelOrder>,
): Promise<OrderFile> {
  return retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    return cancelAsSeller(ctx, order, reason)
  })
}
