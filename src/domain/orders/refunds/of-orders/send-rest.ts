import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { owedToBuyer } from '../owed-to-buyer.ts'
import type { OwnRefund } from '../refund.ts'
import { requestRefund } from './request-refund.ts'
import { refundOwed } from './send-refund.ts'

/**
 * Gives back the rest of an order that ended while a refund was on its way, now that this refund has arrived. The end of the order
 * decided whether the rest goes by itself, or as a refund that an ADMIN sends (docs/money.md, Refunds).
 * @param before the order as it was while the refund was on its way
 */
export function sendRest(ctx: Ctx, before: OrderFile, refund: OwnRefund): Write[] {
  const { id, amountMinor, restBy } = refund
  if (restBy === null || before.paidBy?.isTakenBack) return []
  const order: OrderFile = {
    ...before,
    refundedMinor: before.refundedMinor + amountMinor,
    refunds: [...before.refunds.filter((one) => one.id !== id), { ...refund, status: 'SUCCEEDED' }],
  }
  const reason = order.rejectionReason ?? order.cancellationReason
  return restBy === 'ADMIN' ? requestRefund(ctx, order, reason).writes : refundOwed(ctx, order, reason).writes
}

/** The new amount of a refund that failed after its order had ended: all that is owed. Undefined if the order goes on. */
export function owedAfterFailure(order: OrderFile, { id, amountMinor, restBy }: OwnRefund): number | undefined {
  if (restBy === null) return undefined
  return Math.max(owedToBuyer({ ...order, refunds: order.refunds.filter((one) => one.id !== id) }), amountMinor)
}
