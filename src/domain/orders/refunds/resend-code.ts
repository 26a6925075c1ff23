import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import * as f from '../../../kernel/fields.ts'
import { viewPendingApproval } from '../../core/approvals/approval.ts'
import { CODE_TTL_MS } from '../../core/codes/issue.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { sendRefundCode } from './approval-code.ts'
import { getAsked } from './asked.ts'
import { refundMachine } from './machine.ts'

export const ResendRefundCode = z.strictObject({ pendingId: f.idIn })

/**
 * Sends the admin a new code for a refund that still waits for one; the old code is dead and the 10 minutes start again.
 * @throws 404 where another admin asked, 409, 410 once it expired, 429 within 60 s of the last code
 */
export const resendRefundCode = (ctx: Ctx, { pendingId }: z.output<typeof ResendRefundCode>) =>
  retryOnStale(async () => {
    const refund = await getAsked(ctx, pendingId)
    await commit(ctx, [
      ...(await sendRefundCode(ctx, refund)),
      ...transition(ctx, refundMachine, refund, 'resend', { set: { expiresAt: ctx.now + CODE_TTL_MS } }),
    ])
    return { ...viewPendingApproval(ctx, refund.id), refundId: refund.id }
  })
