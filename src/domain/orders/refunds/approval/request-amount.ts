import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { phoneGets } from '#domain/orders/orders/payins/through-gateway.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { makeRefundOfOrder } from '../of-orders/make-refund-of-order.ts'
import { owedToBuyer } from '../owed-to-buyer.ts'

/** Money of the order went back, or came, since it was read: it is decided again on what is left. */
const ORDER_MOVED = guard('REFUND_ORDER_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS', isStale: true })

/**
 * A refund of so much that waits for an ADMIN: no money moves (docs/money.md, Refunds). Its caller has seen that it is
 * within what is left; the commit checks that nothing of that changed, and that the order has no open refund.
 * @returns the refund, and the writes
 */
export function requestAmount(ctx: Ctx, order: OrderFile, amountMinor: number, reason: string) {
  const { row, writes } = makeRefundOfOrder(ctx, order, amountMinor, reason) ?? fail('CONFLICT', 'INVALID_TRANSITION')
  return { row, writes: [unlessMoved(ctx, order), ...writes] }
}

/**
 * Refuses a part of which the phone gets nothing, or that leaves nothing of the buyer's rest, once the operator has rounded it. 400
 * @param field the field of the request that names the amount
 */
export function requireSome(order: OrderFile, amountMinor: number, field: string): void {
  const [sent, rest] = [phoneGets(order, amountMinor), owedToBuyer(order)]
  if (sent > 0 && (amountMinor >= rest || sent < phoneGets(order, rest))) return
  invalid(field, "L'opérateur ne rend que des sommes entières : celle-ci n'en laisse ou n'en donne aucune.")
}

/** Checks in the commit that what was paid, and what of it went back, is as it was read; else its verb decides again. */
export const unlessMoved = (ctx: Ctx, { id, refundedMinor, paidBy }: OrderFile): Write =>
  abortWhen(
    ctx.db,
    ORDER_MOVED,
    sql`NOT EXISTS (
      SELECT 1 FROM orders o WHERE o.id = ${id} AND o.refunded_minor = ${refundedMinor} AND EXISTS (
        SELECT 1 FROM gateway_transactions g WHERE g.id = ${paidBy?.id ?? null} AND g.status = 'succeeded'))`,
  )
