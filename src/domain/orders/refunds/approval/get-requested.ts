import { requireLiveApproval } from '#domain/core/approvals/approval.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { refuse } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { refundMachine } from '../machine.ts'
import type { RefundRow } from '../refund.ts'
import type { RefundRequest } from '../requests.ts'
import { lapse } from './approval-code.ts'

/** A refund and the request of it that awaits a code. */
export type RefundToApprove = { refund: RefundRow; request: RefundRequest }

/**
 * The refund that this admin asked to send, while its code may still come. What the caller has read of it: the refund and its newest request.
 * @throws 404 if another admin asked; 410 once the code died of age, 429 of five tries; 409 if none is asked for
 */
export async function getRequested(
  ctx: Ctx,
  refund: RefundRow | undefined,
  request: RefundRequest | undefined,
): Promise<RefundToApprove> {
  if (!refund || request?.requestedBy !== actorOf(ctx).id) fail('NOT_FOUND')
  const { status } = refund
  const { endedBy, expiresAt } = request
  const isAwaiting = status === 'AWAITING_CODE'
  if (isAwaiting && expiresAt <= ctx.now) {
    // The request did not ask for this end: its Idempotency-Key stays free.
    await commit({ ...ctx, keyUse: undefined }, lapse(ctx, refund, 'EXPIRED'))
  }
  const hasExpired = status === 'REQUESTED' && endedBy !== null
  requireLiveApproval(ctx, { isAwaiting, hasExpired, endedBy, expiresAt })
  return isAwaiting ? { refund, request } : refuse(refundMachine, status, 'start')
}
