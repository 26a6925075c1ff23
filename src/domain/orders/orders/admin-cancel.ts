import { readTogether, type Write } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { cancelDelivery } from '../delivery/cancel.ts'
import { refundsOf, requestRefund } from '../refunds/start.ts'
import { commitOrder } from './commit-order.ts'
import { orderMachine } from './machine.ts'
import { orderCancelled } from './notices.ts'
import { type OrderFile, orderById, toOrderFile } from './queries.ts'
import { releaseHold, returnStock } from './stock.ts'

/**
 * Staff cancel any order; a cancelled one is answered as it is. No money moves by itself: what is held becomes a refund
 * in REQUESTED, which an ADMIN sends (docs/money.md, Refunds). 404.
 */
export function adminCancelOrder(
  ctx: Ctx,
  id: string,
  { reason }: { reason?: string | undefined },
): Promise<OrderFile> {
  return retryOnStale(async () => {
    const [rows, refunds] = await readTogether(ctx.db, orderById(ctx, id), refundsOf(ctx, id))
    const order = rows[0] && toOrderFile(rows[0])
    if (!order) fail('NOT_FOUND')
    if (order.status === 'CANCELLED') return order

    const set = { cancellationReason: reason ?? null, cancelledBy: 'STAFF', holdEndsAt: null, dueAt: null } as const
    const isRefunded = refunds.some(({ status }) => status !== 'REJECTED')
    const facts = { number: order.number, reason }
    return commitOrder(ctx, id, [
      ...transition(ctx, orderMachine, order, 'cancelByStaff', { reason, set }),
      ...returnGoods(ctx, order),
      ...(isRefunded ? [] : requestRefund(ctx, order, reason)),
      audited(ctx, 'order.cancel', order.id, { from: order.status, reason: reason ?? null }),
      ...notify(ctx, order.buyerId, orderCancelled, facts),
      ...notify(ctx, order.sellerUserId, orderCancelled, facts),
    ])
  })
}

/** The stock comes back at once, except for goods that are on the road: they come back with the rider. */
export function returnGoods(ctx: Ctx, order: OrderFile): Write[] {
  const delivery = order.delivery ? cancelDelivery(ctx, order.delivery) : []
  switch (order.status) {
    case 'PENDING_PAYMENT':
      return [releaseHold(ctx, order.id)]
    case 'OUT_FOR_DELIVERY':
    case 'RETURNING':
      return delivery
    case 'REJECTED':
      return []
    default:
      return [...delivery, ...returnStock(ctx, order)]
  }
}
