import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { refundRequests } from '#db/schema/orders/refund-requests.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import { LAPSE_BATCH, lapseDue } from '#domain/core/approvals/lapse.ts'
import type { Ctx } from '#domain/core/context.ts'
import { lapse } from '../approval/approval-code.ts'

const selectDue = (ctx: Ctx) =>
  ctx.db
    .select({ id: refunds.id, status: refunds.status, version: refunds.version })
    .from(refundRequests)
    .innerJoin(refunds, eq(refunds.id, refundRequests.refundId))
    .where(and(isNull(refundRequests.endedAt), lte(refundRequests.expiresAt, ctx.now)))
    .orderBy(asc(refundRequests.expiresAt))
    .limit(LAPSE_BATCH)

/** Refunds whose code ran out before anybody typed it wait as REQUESTED again. */
export const expireRefundCodes = (ctx: Ctx): Promise<number> =>
  lapseDue(
    ctx,
    () => selectDue(ctx),
    (row) => lapse(ctx, row, 'EXPIRED'),
  )
