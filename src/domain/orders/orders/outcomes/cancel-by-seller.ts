import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { cancelDelivery } from '#domain/orders/delivery/cancel.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { inFrench, type Translated } from '#kernel/format.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { orderCancelled } from '../notices.ts'
import type { OrderFile } from '../queries.ts'
import { returnStock } from '../stock.ts'

/** The cancellation itself: also what 72 hours without progress do; `guards` are those of this commit. */
export async function cancelBySeller(
  ctx: Ctx,
  order: OrderFile,
  why: Translated,
  guards: Write[] = [],
): Promise<OrderFile> {
  const reason = inFrench(why)
  const refund = refundAll(ctx, order, reason)
  const set = { cancellationReason: reason, cancelledBy: 'SELLER', dueAt: null } as const
  return commitOrder(
    ctx,
    order.id,
    [
      ...guards,
      ...transition(ctx, orderMachine, order, 'cancelBySeller', { reason, set }),
      ...cancelDelivery(ctx, order),
      ...returnStock(ctx, order),
      ...refund.writes,
      ...notify(ctx, order.buyerId, orderCancelled, { number: order.number, reason: why }),
    ],
    refund.intent,
  )
}
