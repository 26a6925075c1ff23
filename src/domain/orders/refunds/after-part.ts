import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import type { OrderFile } from '../orders/queries.ts'
import type { RefundRow } from './row.ts'
import { goodsLeft, refundAll, refundable, refundGoods, requestRefund } from './start.ts'

/**
 * An order that ended while a part of its money was on its way to the buyer: the rest goes as it would have gone at that
 * end (docs/money.md, Refunds). By itself, or as a refund that an ADMIN sends where staff cancelled.
 * @param before the order as it was while the part was on its way
 */
export function afterPart(ctx: Ctx, before: OrderFile, refund: RefundRow): Write[] {
  if (!endedSince(before, refund) || before.paidBy?.isTakenBack) return []
  const order: OrderFile = {
    ...before,
    refundedMinor: before.refundedMinor + refund.amountMinor,
    refunds: before.refunds.map((one) => (one.id === refund.id ? { ...one, status: 'SUCCEEDED' } : one)),
  }
  if (order.cancelledBy === 'RETURN') return refundGoods(ctx, order, order.cancellationReason).writes
  if (order.cancelledBy === 'STAFF') return requestRefund(ctx, order, order.cancellationReason)
  return refundAll(ctx, order, order.rejectionReason ?? order.cancellationReason).writes
}

/** What is to go back by a part that failed, once its order has ended: all that would have gone then; undefined before. */
export function dueAtEnd(order: OrderFile, refund: RefundRow): number | undefined {
  if (!endedSince(order, refund)) return undefined
  const before = { ...order, refunds: order.refunds.filter(({ id }) => id !== refund.id) }
  return order.cancelledBy === 'RETURN' ? Math.max(goodsLeft(before), refund.amountMinor) : refundable(before)
}

const endedSince = ({ status, reachedAt }: OrderFile, refund: RefundRow) =>
  (status === 'CANCELLED' || status === 'REJECTED') && (reachedAt[status] ?? 0) >= (refund.reachedAt.PROCESSING ?? 0)
