import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { inFrench, type Said } from '../../../kernel/format.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { cancelDelivery } from '../delivery/cancel.ts'
import { refundInFull } from '../refunds/start.ts'
import { commitOrder } from './commit-order.ts'
import { orderMachine } from './machine.ts'
import { orderCancelled } from './notices.ts'
import { findOrder, type OrderFile } from './queries.ts'
import { returnStock } from './stock.ts'

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

/** The cancellation itself: also what 72 hours without progress do. */
export async function cancelAsSeller(ctx: Ctx, order: OrderFile, why: Said): Promise<OrderFile> {
  const reason = inFrench(why)
  const refund = refundInFull(ctx, order, reason)
  const set = { cancellationReason: reason, cancelledBy: 'SELLER', dueAt: null } as const
  return commitOrder(
    ctx,
    order.id,
    [
      ...transition(ctx, orderMachine, order, 'cancelBySeller', { reason, set }),
      ...(order.delivery ? cancelDelivery(ctx, order.delivery) : []),
      ...returnStock(ctx, order),
      ...refund.writes,
      ...notify(ctx, order.buyerId, orderCancelled, { number: order.number, reason: why }),
    ],
    refund.intent,
  )
}
