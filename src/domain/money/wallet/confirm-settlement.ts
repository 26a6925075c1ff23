import { ConfirmApproval, confirmOneAtATime } from '#domain/core/approvals/confirm.ts'
import { getPending } from '#domain/core/approvals/pending.ts'
import type { Ctx } from '#domain/core/context.ts'
import { showWalletOf } from './show-of-owner.ts'

export const ConfirmSettlement = ConfirmApproval

/** Second step of a settlement, one at a time per admin: a second one that runs meanwhile is refused with 429 (docs/money.md, Settlements). */
export async function confirmSettlement(ctx: Ctx, id: string, input: ConfirmApproval) {
  // Another wallet's costs no try of the authenticator.
  await getPending(ctx, 'SETTLEMENT', input.pendingId, id)
  return showWalletOf(ctx, await confirmOneAtATime(ctx, 'settlement', input))
}
