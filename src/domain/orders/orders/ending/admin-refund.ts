import { retryOnStale } from '#db/commit.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { sendAttempt } from '#domain/orders/refunds/attempts/send-attempt.ts'
import { decideOwnPurchase } from '#domain/orders/refunds/own-purchase.ts'
import { fail } from '#kernel/failure.ts'
import { refundWhole } from '../outcomes/refund-whole.ts'
import { findOrder } from '../queries.ts'
import { type OrderView, viewOrder } from '../view.ts'

/**
 * An ADMIN gives the buyer the whole remaining amount back, without a code (docs/money.md, Refunds). Before the goods have left the
 * shop this cancels the order and returns the stock; after delivery the order is REFUNDED; otherwise its status stays. A
 * refund that waits or failed is taken over (docs/money.md, Refunds).
 * @throws 404; 409 when nothing was paid, the operator took it back, everything was refunded, a refund is on its way, what is left
 *   is less than the operator moves, or it is the admin's own while the service has another one; 400
 *   when the operator refused at once: the refund is FAILED, and nothing moved
 */
export async function adminRefundOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const intent = await retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (!order) fail('NOT_FOUND')
    const refund = refundWhole(ctx, order)
    await commit(ctx, [
      unlessHeld(ctx),
      ...decideOwnPurchase(ctx, order, refund.intent.reference, {
        what: `remboursement de ${order.number}`,
        orderId: id,
      }),
      ...refund.writes,
      recordAct(ctx, 'order.refund', id, { from: order.status, ...shownAmount(refund.intent) }),
    ])
    return refund.intent
  })
  await sendAttempt(ctx, intent)
  return viewOrder(ctx, (await findOrder(ctx, id)) ?? fail('NOT_FOUND'))
}
