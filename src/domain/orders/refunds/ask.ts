import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { Ctx } from '../../core/context.ts'
import { paymentOf } from '../orders/money.ts'
import type { OrderFile } from '../orders/queries.ts'
import { newRefund } from './start.ts'

/** Money of the order went back, or came, since it was read: it is decided again on what is left. */
const ORDER_MOVED = guard('REFUND_ORDER_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** What of an order's payment has not gone back, in minor units: 0 where nobody paid, or the operator took the payment back. */
export function refundableOf(order: OrderFile): number {
  const paid = paymentOf(order)
  if (!paid || !order.paidBy || order.paidBy.isTakenBack) return 0
  return paid.subtotalMinor + paid.feeMinor - order.refundedMinor
}

/**
 * A refund of so much that waits for an ADMIN: no money moves (docs/money.md, Refunds). Its caller has seen that it is
 * within what is left; the commit holds that nothing of that changed, and that the order has no open refund. 409
 * @returns the id of the refund, and the writes
 */
export function askRefund(ctx: Ctx, order: OrderFile, amountMinor: number, reason: string) {
  const made = newRefund(ctx, order, amountMinor, reason)
  if (!made || !order.paidBy) throw new Error('nobody paid')
  return { id: made.row.id, writes: [unlessMoved(ctx, order), ...made.writes] }
}

/** Holds in the commit that what was paid, and what of it went back, is as it was read. 409 */
export const unlessMoved = (ctx: Ctx, { id, refundedMinor, paidBy }: OrderFile): Write =>
  abortWhen(
    ctx.db,
    ORDER_MOVED,
    sql`NOT EXISTS (
      SELECT 1 FROM orders o WHERE o.id = ${id} AND o.refunded_minor = ${refundedMinor} AND EXISTS (
        SELECT 1 FROM gateway_transactions g WHERE g.id = ${paidBy?.id ?? null} AND g.status = 'succeeded'))`,
  )
