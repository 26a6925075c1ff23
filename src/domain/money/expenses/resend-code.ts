import { retryOnStale } from '#db/commit.ts'
import { viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { CODE_TTL_MS } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { sendExpenseCode } from './approval-code.ts'
import { getAsked } from './asked.ts'
import { expenseMachine } from './machine.ts'

/**
 * Sends the admin a new code for an expense that still waits for one; the old code is dead and the 10 minutes start again.
 * @throws 404 if another admin asked, 409, 410 if it has expired, 429 within 60 s of the last code
 */
export const resendExpenseCode = (ctx: Ctx, id: string) =>
  retryOnStale(async () => {
    const expense = await getAsked(ctx, id)
    await commit(ctx, [
      ...(await sendExpenseCode(ctx, expense)),
      ...transition(ctx, expenseMachine, expense, 'resend', { set: { expiresAt: ctx.now + CODE_TTL_MS } }),
    ])
    return viewPendingApproval(ctx, id)
  })
