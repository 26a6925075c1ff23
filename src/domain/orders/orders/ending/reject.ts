import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { rejectAndRefund } from '../outcomes/reject-and-refund.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

export const RejectOrder = z.strictObject({ reason: f.reason.optional() })

/** The seller refuses: the buyer is refunded in full and the stock comes back, in one commit (docs/states.md, Order). 404, 409. */
export async function rejectOrder(ctx: Ctx, id: string, { reason }: z.output<typeof RejectOrder>): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    return rejectAndRefund(ctx, order, reason)
  })
  return viewOrder(ctx, changed)
}
