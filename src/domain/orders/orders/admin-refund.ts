import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import type { Ctx } from '../../core/context.ts'
import { commitOrder } from './commit-order.ts'
import { findOrder } from './queries.ts'
import { refundWhole } from './refund-whole.ts'
import { type OrderView, viewOrder } from './view.ts'

/**
 * An ADMIN gives the buyer the whole remaining amount back, without a code (docs/money.md, Refunds). Before the goods have left the
 * shop this cancels the order and returns the stock; after delivery the order is REFUNDED; otherwise its status stays. A
 * refund that waits or failed is taken over (docs/money.md, Refunds).
 * @throws 404, 409 when nothing was paid, the operator took it back, everything was refunded, or a refund is on its way
 */
export async function adminRefundOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (!order) fail('NOT_FOUND')
    const refund = refundWhole(ctx, order)
    return commitOrder(
      ctx,
      id,
      [
        ...refund.writes,
        audited(ctx, 'order.refund', order.id, {
          from: order.status,
          total: order.totalMinor,
          currency: order.currency,
        }),
      ],
      refund.intent,
    )
  })
  return viewOrder(ctx, changed)
}
