import { readTogether } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import { inFrench } from '../../../kernel/format.ts'
import { type Ctx, sellerOf } from '../../core/context.ts'
import { refuse, revise, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { deliveryMachine } from '../delivery/machine.ts'
import { type RefundRow, refundGoods, refundsOf } from '../refunds/start.ts'
import { commitOrder } from './commit-order.ts'
import { orderMachine } from './machine.ts'
import { paymentOf, releaseFee } from './money.ts'
import { orderCancelled } from './notices.ts'
import { type OrderFile, orderById, toOrderFile } from './queries.ts'
import { NOT_DELIVERED } from './reasons.ts'
import { returnStock } from './stock.ts'

/**
 * The seller has the parcel back: the order ends, its stock returns, the goods are refunded and the rider has earned the
 * fee (docs/money.md, Refunds). For an order that staff cancelled on the road only the stock returns. 404, 409.
 */
export function returnReceived(ctx: Ctx, id: string): Promise<OrderFile> {
  return retryOnStale(async () => {
    const [rows, refunds] = await readTogether(ctx.db, orderById(ctx, id), refundsOf(ctx, id))
    const order = rows[0] && toOrderFile(rows[0])
    if (order?.sellerProfileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    return receiveReturn(ctx, order, refunds)
  })
}

/** The return itself: also what 72 hours without the seller's word do once the rider says it is back. */
export async function receiveReturn(ctx: Ctx, order: OrderFile, refunds: RefundRow[]): Promise<OrderFile> {
  const { delivery } = order
  const isOnItsWay = delivery?.status === 'RETURNING' || delivery?.status === 'RETURNED'
  const wasCancelled = order.status === 'CANCELLED' && order.cancelledBy === 'STAFF'
  if (!delivery || !isOnItsWay || !(order.status === 'RETURNING' || wasCancelled)) {
    return refuse(orderMachine, order.status, 'returnReceived')
  }
  const paid = paymentOf(order)
  const keepsMoney = refunds.every(({ status }) => status === 'REJECTED')
  const refund =
    !wasCancelled && keepsMoney ? refundGoods(ctx, order, 'Colis retourné') : { writes: [], intent: undefined }
  const set = { cancelledBy: 'RETURN', cancellationReason: inFrench(NOT_DELIVERED), dueAt: null } as const
  return commitOrder(
    ctx,
    order.id,
    [
      ...(wasCancelled
        ? revise(ctx, orderMachine, order, 'returnReceived', {})
        : transition(ctx, orderMachine, order, 'returnReceived', { set })),
      ...(delivery.status === 'RETURNING' ? transition(ctx, deliveryMachine, delivery, 'returned') : []),
      ...returnStock(ctx, order),
      ...refund.writes,
      ...(paid && !wasCancelled && keepsMoney ? releaseFee(ctx, order, paid) : []),
      ...(wasCancelled
        ? []
        : notify(ctx, order.buyerId, orderCancelled, { number: order.number, reason: NOT_DELIVERED })),
    ],
    refund.intent,
  )
}
