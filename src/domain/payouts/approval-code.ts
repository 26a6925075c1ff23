import type * as z from 'zod'
import type { Write } from '../../db/client.ts'
import { sayAmount } from '../../kernel/money.ts'
import { maskEmail } from '../../kernel/phone.ts'
import { HOUR_MS, iso, SECOND_MS } from '../../kernel/time.ts'
import { withinQuota } from '../codes/attempts.ts'
import { CODE_TTL_MS, type CodeUse, issueCode, RESEND_MS } from '../codes/issue.ts'
import { actorOf, type Ctx } from '../context.ts'
import { CODE_MESSAGES } from '../notices/messages.ts'
import { message } from '../notices/notify.ts'
import type { PayoutRow } from './queries.ts'
import type { PendingPayoutView } from './view.ts'

/** Codes to one address in an hour, asked by its signed-in owner (contract.md section 6, tiers). */
const MOST_AN_HOUR = 30

/** The approval is good for this very payout: what is paid, to whom, and from where. */
export const approvalOf = (payout: PayoutRow): CodeUse => ({
  purpose: 'ADMIN_PAYOUT',
  person: payout.requestedBy,
  target: [payout.id, payout.amountMinor, payout.currency, payout.phone, payout.network, payout.account].join('|'),
})

/** The writes that send the admin a code for this payout; 429 within 60 s of the last one. */
export async function sendApprovalCode(ctx: Ctx, payout: PayoutRow): Promise<Write[]> {
  const { email } = actorOf(ctx)
  const { code, writes } = await issueCode(ctx, approvalOf(payout))
  const words = CODE_MESSAGES.ADMIN_PAYOUT(code, sayAmount(payout.amountMinor, payout.currency), payout.phone)
  return [
    ...writes,
    ...withinQuota(ctx, { key: `email:${email}`, most: MOST_AN_HOUR, windowMs: HOUR_MS }),
    message(ctx, { channel: 'EMAIL', to: email, kind: 'code.admin-payout', ...words }),
  ]
}

export const viewPending = (ctx: Ctx, pendingId: string): z.output<typeof PendingPayoutView> => ({
  pendingId,
  expiresAt: iso(ctx.now + CODE_TTL_MS),
  resendIn: RESEND_MS / SECOND_MS,
  maskedEmail: maskEmail(actorOf(ctx).email),
})
