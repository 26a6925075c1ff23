import type * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { OWNER_MESSAGES, RESEND_MS } from '../../../kernel/limits.ts'
import { maskEmail } from '../../../kernel/phone.ts'
import { iso, SECOND_MS } from '../../../kernel/time.ts'
import { withinQuota } from '../../core/codes/attempts.ts'
import { CODE_TTL_MS, type CodeUse, issueCode } from '../../core/codes/issue.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { CODE_MESSAGES } from '../../core/notices/code-messages.ts'
import { message } from '../../core/notices/notify.ts'
import type { PayoutRow } from './queries.ts'
import type { PendingPayoutView } from './view.ts'

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
  const words = CODE_MESSAGES.ADMIN_PAYOUT(code, formatMoney(payout), payout.phone)
  return [
    ...writes,
    ...withinQuota(ctx, { key: `email:${email}`, ...OWNER_MESSAGES }),
    message(ctx, { channel: 'EMAIL', to: email, kind: 'code.admin-payout', ...words }),
  ]
}

export const viewPending = (ctx: Ctx, pendingId: string): z.output<typeof PendingPayoutView> => ({
  pendingId,
  expiresAt: iso(ctx.now + CODE_TTL_MS),
  resendIn: RESEND_MS / SECOND_MS,
  maskedEmail: maskEmail(actorOf(ctx).email),
})
