import { fail } from '../../../kernel/failure.ts'
import { requireLiveApproval } from '../../core/approvals/approval.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { refuse } from '../../core/machine.ts'
import { lapse } from './approval-code.ts'
import { refundMachine } from './machine.ts'
import { selectRefund } from './queries.ts'
import type { RefundRow } from './row.ts'

/** The refund that this admin asked to send, while its code may still come. 404, 409, 410, 429 */
export const getAsked = async (ctx: Ctx, id: string): Promise<RefundRow> => asked(ctx, (await selectRefund(ctx, id))[0])

/**
 * The same of one that was read.
 * @throws 404 where another admin asked; 410 once the code died of age, 429 of five tries; 409 where none is asked for
 */
export async function asked(ctx: Ctx, refund: RefundRow | undefined): Promise<RefundRow> {
  if (refund?.requestedBy !== actorOf(ctx).id) fail('NOT_FOUND')
  const { status, endedBy, expiresAt } = refund
  const isAwaiting = status === 'AWAITING_CODE'
  if (isAwaiting && (expiresAt ?? 0) <= ctx.now) {
    // What ends here is not what the request asked for: its Idempotency-Key stays free.
    await commit({ ...ctx, keyUse: undefined }, lapse(ctx, refund, 'EXPIRED'))
  }
  const hasExpired = status === 'REQUESTED' && endedBy !== null
  requireLiveApproval(ctx, { isAwaiting, hasExpired, endedBy, expiresAt })
  return isAwaiting ? refund : refuse(refundMachine, status, 'start')
}
