import type { Ctx } from '#domain/core/context.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { makeRefund } from '../make-refund.ts'
import { isOpen, kindOf, partsOfAmount } from '../owed-to-buyer.ts'
import type { NewRefund, OwnRefund, RefundRow } from '../refund.ts'

/** Makes a refund of so much of the payment; undefined if nobody paid, or if it is nothing. The caller decides who sends it. */
export function makeRefundOfOrder(
  ctx: Ctx,
  order: OrderFile,
  amountMinor: number,
  reason: string | null | undefined,
): NewRefund<RefundRow> | undefined {
  const { id: orderId, paidBy, paidCurrency: currency } = order
  if (!paidBy || currency === null || amountMinor === 0) return undefined
  return makeRefund(ctx, paidBy, {
    ...{ orderId, amountMinor, currency },
    kind: kindOf(order, amountMinor),
    reason: reason ?? null,
  })
}

/** A refund that is there already. */
export const existingRefund = (row: OwnRefund): NewRefund => ({ row, writes: [] })

/** Makes the refund that waits or failed, or a new one, a refund of so much; undefined if that is nothing. */
export function openOrNewRefund(
  ctx: Ctx,
  order: OrderFile,
  amountMinor: number,
  reason?: string | null,
): NewRefund | undefined {
  const open = order.refunds.find(isOpen)
  if (amountMinor === 0) return undefined
  return open
    ? existingRefund({ ...open, ...partsOfAmount(order, amountMinor) })
    : makeRefundOfOrder(ctx, order, amountMinor, reason)
}
