import { type ConfirmApproval, confirmOneAtATime } from '../../core/approvals/confirm.ts'
import type { Ctx } from '../../core/context.ts'
import { getRefund } from './queries.ts'
import { viewRefund } from './view.ts'

/** Second step of a refund, one at a time per admin: a second one that runs meanwhile is refused with 429 (docs/money.md, Refunds). */
export const confirmRefund = async (ctx: Ctx, input: ConfirmApproval) =>
  viewRefund(await getRefund(ctx, await confirmOneAtATime(ctx, 'refund', input)))
