import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { inFrench, type Said } from '../../../kernel/format.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { refundInFull } from '../refunds/start.ts'
import { commitOrder } from './commit-order.ts'
import { orderMachine } from './machine.ts'
import { orderRejected } from './notices.ts'
import { findOrder, type OrderFile } from './queries.ts'
import { returnStock } from './stock.ts'

export const RejectOrder = z.strictObject({ reason: f.reason.optional() })

/** The seller refuses: the buyer is refunded in full and the stock comes back, in one commit (docs/states.md, Order). 404, 409. */
export function rejectOrder(ctx: Ctx, id: string, { reason }: z.output<typeof RejectOrder>): Promise<OrderFile> {
  return retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    return rejectAndRefund(ctx, order, reason)
  })
}

/** The refusal itself: also what a day of the seller's silence does. */
export async function rejectAndRefund(ctx: Ctx, order: OrderFile, why: Said | undefined): Promise<OrderFile> {
  const reason = why && inFrench(why)
  const refund = refundInFull(ctx, order, reason)
  return commitOrder(
    ctx,
    order.id,
    [
      ...transition(ctx, orderMachine, order, 'reject', {
        reason,
        set: { rejectionReason: reason ?? null, dueAt: null },
      }),
      ...returnStock(ctx, order),
      ...refund.writes,
      ...notify(ctx, order.buyerId, orderRejected, { number: order.number, reason: why }),
    ],
    refund.intent,
  )
}
