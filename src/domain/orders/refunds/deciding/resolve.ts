import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refuse } from '#domain/core/machine.ts'
import { resolveAttempt } from '#domain/money/gateways/by-hand/resolve-attempt.ts'
import type { Resolve } from '#domain/money/gateways/deciding/resolution-input.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { fail } from '#kernel/failure.ts'
import { refundMachine } from '../machine.ts'
import { getRefund, selectRefund } from '../queries.ts'
import { RefundView, viewRefund } from '../view.ts'

export const ResolvedRefundView = z.union([RefundView, PendingApprovalView]).meta({ id: 'ResolvedRefund' })

/** Decides about the last attempt of a refund as `resolveAttempt` does. @throws 404; 409 also if nothing was ever sent */
export async function resolveRefund(ctx: Ctx, id: string, input: Resolve) {
  const pending = await resolveAttempt(ctx, id, input, async () => {
    const [[refund], [attempt]] = await readTogether(ctx.db, selectRefund(ctx, id), selectLatestAttempt(ctx, id))
    if (!refund) fail('NOT_FOUND')
    return attempt ?? refuse(refundMachine, refund.status, 'succeed')
  })
  if (pending) return pending
  return viewRefund(ctx, await getRefund(ctx, id))
}
