import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { CODE_TTL_MS } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import * as f from '#kernel/fields.ts'
import { requireAwaiting, sendPayoutCode } from './approval-code.ts'
import { payoutMachine } from './machine.ts'
import { getOwnPayout } from './queries.ts'

export const ResendCode = z.strictObject({ pendingId: f.idIn })

/**
 * Sends the admin a new code for a payout that still waits for one; the old code is dead and the 10 minutes start again.
 * @throws 404 for another admin's, 409, 410 if it has expired, 429 within 60 s of the last code
 */
export const resendPayoutCode = (ctx: Ctx, { pendingId }: z.output<typeof ResendCode>) =>
  retryOnStale(async () => {
    const payout = await getOwnPayout(ctx, pendingId)
    requireAwaiting(ctx, payout)
    await commit(ctx, [
      ...(await sendPayoutCode(ctx, payout)),
      ...revise(ctx, payoutMachine, payout, 'resend', { set: { expiresAt: ctx.now + CODE_TTL_MS } }),
    ])
    return viewPendingApproval(ctx, payout.id)
  })
