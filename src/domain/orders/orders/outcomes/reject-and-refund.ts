import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { inFrench, type Translated } from '#kernel/format.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { orderRejected } from '../notices.ts'
import type { OrderFile } from '../queries.ts'
import { returnStock } from '../stock.ts'

/** The refusal itself: also what a day of the seller's silence does; `guards` are those of this commit. */
export async function rejectAndRefund(
  ctx: Ctx,
  order: OrderFile,
  why: Translated | undefined,
  guards: Write[] = [],
): Promise<OrderFile> {
  const reason = why && inFrench(why)
  const refund = refundAll(ctx, order, reason)
  return commitOrder(
    ctx,
    order.id,
    [
      ...guards,
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
