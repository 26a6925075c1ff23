import { type ConfirmApproval, confirmOneAtATime } from '#domain/core/approvals/confirm.ts'
import type { Ctx } from '#domain/core/context.ts'
import { getPayoutFile } from './queries.ts'
import { viewPayout } from './view.ts'

/** Second step of a payout, one at a time per admin: a second one that runs meanwhile is refused with 429 (docs/money.md, Admin payouts). */
export const confirmPayout = async (ctx: Ctx, input: ConfirmApproval) =>
  viewPayout(ctx, (await getPayoutFile(ctx, await confirmOneAtATime(ctx, 'payout', input))).payout)
