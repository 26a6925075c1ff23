import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { approveByCode, type DeadCode } from '#domain/core/approvals/approval.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import { requireWaiting, selectPending } from '#domain/core/approvals/pending.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { approvalOf, lapse, requireSameState } from '../approval/approval-code.ts'
import { getRequested, type RefundToApprove } from '../approval/get-requested.ts'
import { approveOtherNumber, OTHER_NUMBER } from '../approval/other-number.ts'
import { sendAttempt } from '../attempts/send-attempt.ts'
import { decideAttempt, startNextAttempt } from '../attempts/start-next-attempt.ts'
import { selectRefund } from '../queries.ts'
import { endRequest, selectLatestRequest } from '../requests.ts'

type RefundToSend = { id: string; intent: GatewayTransaction | undefined }

/**
 * Uses up the code in the commit that takes the money from where it lies and writes the intent, then sends the refund, also
 * one that goes to another number (docs/money.md, Refunds). An answer that says nothing leaves it on its way. Runs inside the admin's
 * Durable Object.
 * @returns the refund's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404 if another admin asked, 409, also for what moved since it was asked, 410
 *   once it expired, 429 after five tries; 400 when the gateway refused, 409
 *   INSUFFICIENT_BALANCE when our wallet at the gateway does not have it: the refund is FAILED, and nothing moved
 */
export async function approveRefund(ctx: Ctx, { pendingId, ...typed }: ApprovalInput): Promise<string> {
  const { id, intent } = await retryOnStale(async () => {
    const [[pending], [refund], [request]] = await readTogether(
      ctx.db,
      selectPending(ctx, OTHER_NUMBER, pendingId),
      selectRefund(ctx, pendingId),
      selectLatestRequest(ctx, pendingId),
    )
    return pending
      ? approveOtherNumber(ctx, requireWaiting(ctx, pending), typed)
      : approveRequested(ctx, await getRequested(ctx, refund, request), typed)
  })
  if (intent) await sendAttempt(ctx, intent)
  return id
}

async function approveRequested(
  ctx: Ctx,
  { refund, request }: RefundToApprove,
  typed: Omit<ApprovalInput, 'pendingId'>,
): Promise<RefundToSend> {
  const dies = (why: DeadCode) => lapse(ctx, refund, why)
  return approveByCode(ctx, approvalOf(refund, actorOf(ctx).id), typed, dies, async (used) => {
    const next = await startNextAttempt(ctx, refund)
    requireSameState(request, next.state)
    const { amountMinor, currency, gateway } = refund
    await commit(ctx, [
      ...used,
      endRequest(ctx, refund.id, 'APPROVED'),
      ...decideAttempt(ctx, refund, next),
      ...next.writes,
      recordAct(ctx, 'refund.confirm', refund.id, { ...shownAmount({ amountMinor, currency }), gateway }),
    ])
    return { id: refund.id, intent: next.intent }
  })
}
