import { type ConfirmApproval, confirmOneAtATime } from '#domain/core/approvals/confirm.ts'
import type { Ctx } from '#domain/core/context.ts'
import { getRefund } from '../queries.ts'
import { viewRefund } from '../view.ts'

/** Second step of a refund, one at a time per admin: a second one that runs meanwhile is refused with 429 (docs/money.md, Refunds). */
export const confirmRefund = async (ctx: Ctx, input: ConfirmApproval) =>
  viewRefund(ctx, await getRefund(ctx, await confirmOneAtATime(ctx, 'refund', input)))
