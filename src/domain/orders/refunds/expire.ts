import { and, asc, lte } from 'drizzle-orm'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { isAwaiting, LAPSE_BATCH, lapseDue } from '../../core/approvals/lapse.ts'
import type { Ctx } from '../../core/context.ts'
import { lapse } from './approval-code.ts'
import { selectRefundRows } from './queries.ts'

const selectDue = (ctx: Ctx) =>
  selectRefundRows(ctx)
    .where(and(isAwaiting, lte(refunds.expiresAt, ctx.now)))
    .orderBy(asc(refunds.expiresAt))
    .limit(LAPSE_BATCH)

/** Refunds whose code ran out before anybody typed it wait as REQUESTED again. */
export const expireRefundCodes = (ctx: Ctx): Promise<number> =>
  lapseDue(
    ctx,
    () => selectDue(ctx),
    (row) => lapse(ctx, row, 'EXPIRED'),
  )
