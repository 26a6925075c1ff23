import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { refundAttempts } from '#db/schema/orders/refund-attempts.ts'
import { refundRequests } from '#db/schema/orders/refund-requests.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { RefundRow } from './refund.ts'

type Kind = RefundRow['kind']
type Country = RefundRow['country']

/**
 * A refund, as what is asked for while a code is awaited, with what its attempts say of it: the number of the last one, 0 before
 * the first. They need `refund_requests` joined, as `selectRefundRows` does.
 */
export const refundColumns = {
  ...getTableColumns(refunds),
  amountMinor: sql<number>`coalesce(refund_requests.amount_minor, refunds.amount_minor)`.as('amount_minor'),
  kind: sql<Kind>`coalesce(refund_requests.kind, refunds.kind)`.as('kind'),
  phone: sql<string>`coalesce(refund_requests.phone, refunds.phone)`.as('phone'),
  network: sql<string>`coalesce(refund_requests.network, refunds.network)`.as('network'),
  country: sql<Country>`coalesce(refund_requests.country, refunds.country)`.as('country'),
  /** The refund's own amount, which a request for approval does not change. */
  ownMinor: sql<number>`refunds.amount_minor`.as('own_minor'),
  attempt: sql<number>`(SELECT count(*) FROM refund_attempts a WHERE a.refund_id = refunds.id)`.as('attempt'),
  codeOf: sql<string | null>`refund_requests.requested_by`.as('code_of'),
  /** Why the last one failed; null while none has failed, or another is on its way. */
  failureCode: sql<string | null>`(SELECT iif(a.status = 'FAILED', a.failure_code, NULL) FROM refund_attempts a
    WHERE a.refund_id = refunds.id ORDER BY a.number DESC LIMIT 1)`.as('failure_code'),
  /** When its money came back to us after it had arrived. */
  returnedAt: sql<number | null>`iif(refunds.status = 'SUCCEEDED', (
    SELECT max(a.returned_at) FROM refund_attempts a WHERE a.refund_id = refunds.id), NULL)`.as('returned_at'),
}

/** The request that awaits its code, beside its refund. */
export const openRequest = and(eq(refundRequests.refundId, refunds.id), isNull(refundRequests.endedAt))

export const selectRefundRows = (ctx: Ctx) =>
  ctx.db.select(refundColumns).from(refunds).leftJoin(refundRequests, openRequest).$dynamic()

/** The statement of one refund: for `readTogether`, or behind the writes of a commit. */
export const selectRefund = (ctx: Ctx, id: string) => selectRefundRows(ctx).where(eq(refunds.id, id))

/** The refunds of what pays an order, open or done, for one trip with its other reads. */
export const selectRefunds = (ctx: Ctx, orderId: string | SQL) =>
  selectRefundRows(ctx).where(and(eq(refunds.orderId, orderId), isNull(refunds.payinId)))

/** The refund for which this admin awaits a code: one at most. */
export const selectRequestedBy = (ctx: Ctx, adminId: string) =>
  ctx.db
    .select({ id: refunds.id, status: refunds.status, version: refunds.version })
    .from(refundRequests)
    .innerJoin(refunds, eq(refunds.id, refundRequests.refundId))
    .where(and(isNull(refundRequests.endedAt), eq(refundRequests.requestedBy, adminId)))

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
