import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import type { OrderFile, OwnRefund } from '../orders/queries.ts'
import type { RefundRow } from './row.ts'
import { goodsLeft, owed, refundAll, refundGoods, requestRefund } from './start.ts'

/**
 * An order that ended while a part of its money was on its way to the buyer: the rest goes as it would have gone at that
 * end (docs/money.md, Refunds). By itself, or as a refund that an ADMIN sends where staff cancelled.
 * @param before the order as it was while the part was on its way
 */
export function afterPart(ctx: Ctx, before: OrderFile, part: OwnRefund): Write[] {
  const { id, amountMinor, rest } = part
  if (before.paidBy?.isTakenBack) return []
  const order: OrderFile = {
    ...before,
    refundedMinor: before.refundedMinor + amountMinor,
    refunds: [...before.refunds.filter((one) => one.id !== id), { ...part, status: 'SUCCEEDED' }],
  }
  const reason = order.rejectionReason ?? order.cancellationReason
  switch (rest) {
    case 'ALL':
      return refundAll(ctx, order, reason).writes
    case 'GOODS':
      return refundGoods(ctx, order, reason).writes
    case 'REQUESTED':
      return requestRefund(ctx, order, reason).writes
    default:
      return []
  }
}

/** What is to go back by a part that failed, where its order has ended beside it: all that would have gone then. */
export function dueAtEnd(order: OrderFile, { id, amountMinor, rest }: RefundRow): number | undefined {
  const before = { ...order, refunds: order.refunds.filter((one) => one.id !== id) }
  if (rest === null) return undefined
  return rest === 'GOODS' ? Math.max(goodsLeft(before), amountMinor) : owed(before)
}
