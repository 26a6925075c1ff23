import type { Write } from '#db/client.ts'
import { type Approval, requireLiveApproval, sendApprovalCode } from '#domain/core/approvals/approval.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { nextStatus } from '#domain/core/machine.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { payoutMachine } from './machine.ts'
import { adminPayoutCode } from './notices.ts'
import type { PayoutRow } from './queries.ts'

/** The approval of exactly this payout: its amount, its receiver and its account. */
export const approvalOf = (payout: PayoutRow): Approval => ({
  purpose: 'ADMIN_PAYOUT',
  requestedBy: payout.requestedBy,
  terms: [payout.id, payout.amountMinor, payout.currency, payout.phone, payout.network, payout.account],
})

/** The writes that send the admin a code for this payout; 429 within 60 s of the last one. */
export function sendPayoutCode(ctx: Ctx, payout: PayoutRow): Promise<Write[]> {
  const { amountMinor, currency, phone } = payout
  const facts = { amount: { amountMinor, currency }, phone }
  return sendApprovalCode(ctx, approvalOf(payout), (code) =>
    mailTo(ctx, actorOf(ctx), adminPayoutCode, { code, ...facts }),
  )
}

/** A payout that waits for a code, and still may. 409, 410, 429 */
export function requireAwaiting(ctx: Ctx, { status, failureCode, expiresAt }: PayoutRow): void {
  const isAwaiting = status === 'AWAITING_CODE'
  requireLiveApproval(ctx, { isAwaiting, hasExpired: status === 'EXPIRED', endedBy: failureCode, expiresAt })
  nextStatus(payoutMachine, status, 'approve')
}
