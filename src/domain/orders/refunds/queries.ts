import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { refundAttempts } from '../../../db/schema/orders/refund-attempts.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import type { RefundRow } from './row.ts'

/** A refund with what its attempts say of it: the number of the last one, 0 before the first. */
export const refundColumns = {
  ...getTableColumns(refunds),
  attempt: sql<number>`(SELECT count(*) FROM refund_attempts a WHERE a.refund_id = refunds.id)`.as('attempt'),
  /** Why the last one failed; null while none has failed, or another is on its way. */
  failureCode: sql<string | null>`(SELECT iif(a.status = 'FAILED', a.failure_code, NULL) FROM refund_attempts a
    WHERE a.refund_id = refunds.id ORDER BY a.number DESC LIMIT 1)`.as('failure_code'),
  /** When its money came back to us after it had arrived. */
  returnedAt: sql<number | null>`iif(refunds.status = 'SUCCEEDED', (
    SELECT max(a.returned_at) FROM refund_attempts a WHERE a.refund_id = refunds.id), NULL)`.as('returned_at'),
}

export const selectRefundRows = (ctx: Ctx) => ctx.db.select(refundColumns).from(refunds).$dynamic()

/** The statement of one refund: for `readTogether`, or behind the writes of a commit. */
export const selectRefund = (ctx: Ctx, id: string) => selectRefundRows(ctx).where(eq(refunds.id, id))

/** The refunds of what pays an order, open or done, for one trip with its other reads. */
export const selectRefunds = (ctx: Ctx, orderId: string | SQL) =>
  selectRefundRows(ctx).where(and(eq(refunds.orderId, orderId), isNull(refunds.payinId)))

/** The attempt of a refund whose call was this movement. */
export const selectAttemptOf = (ctx: Ctx, { id, subjectId }: { id: string; subjectId: string }) =>
  ctx.db
    .select()
    .from(refundAttempts)
    .where(and(eq(refundAttempts.movementId, id), eq(refundAttempts.refundId, subjectId)))
    .orderBy(refundAttempts.number)
    .limit(1)

/** A refund, whatever it gives back. 404 */
export async function getRefund(ctx: Ctx, id: string): Promise<RefundRow> {
  const [refund] = await selectRefund(ctx, id)
  return refund ?? fail('NOT_FOUND')
}
