import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { orderCancelled } from '../notices.ts'
import { isInFlight, selectLatestPayin } from '../payins/payin-shares.ts'
import { selectOrder, toOrderFile } from '../queries.ts'
import { releaseStock, returnStock } from '../stock.ts'
import { type OrderView, viewOrder } from '../view.ts'

export const CancelOrder = z.strictObject({ reason: f.reason.optional() })

/**
 * The buyer changes their mind: an unpaid order lets its stock go, a paid one that the seller has not answered is
 * refunded in full (docs/states.md, Order). 404, 409 PAYMENT_IN_PROGRESS while a payin may still succeed, 409 later on.
 */
export async function cancelOrder(ctx: Ctx, id: string, { reason }: z.output<typeof CancelOrder>): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const [rows, attempts] = await readTogether(ctx.db, selectOrder(ctx.db, id), selectLatestPayin(ctx, id))
    const order = rows[0] && toOrderFile(rows[0])
    if (order?.buyerId !== actorOf(ctx).id) fail('NOT_FOUND')
    const isUnpaid = order.status === 'PENDING_PAYMENT'
    if (isUnpaid && attempts[0] && isInFlight(attempts[0])) fail('CONFLICT', 'PAYMENT_IN_PROGRESS')

    const refund = refundAll(ctx, order, reason)
    const set = { cancellationReason: reason ?? null, cancelledBy: 'BUYER', holdEndsAt: null, dueAt: null } as const
    return commitOrder(
      ctx,
      id,
      [
        ...transition(ctx, orderMachine, order, isUnpaid ? 'cancelUnpaid' : 'cancelByBuyer', { reason, set }),
        ...(isUnpaid ? [releaseStock(ctx, id)] : returnStock(ctx, order)),
        ...refund.writes,
        ...(isUnpaid ? [] : notify(ctx, order.sellerUserId, orderCancelled, { number: order.number, reason })),
      ],
      refund.intent,
    )
  })
  return viewOrder(ctx, changed)
}
