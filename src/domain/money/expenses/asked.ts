import { requireLiveApproval } from '#domain/core/approvals/approval.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { nextStatus } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { asOfNow } from './approval-code.ts'
import { expenseMachine } from './machine.ts'
import { type ExpenseRow, getExpense } from './queries.ts'

/**
 * Reads the expense that this admin asked to approve, while its code is valid.
 * @throws 404 if another admin asked; 410 if the code expired, 429 after five tries; 409 if no approval is asked for
 */
export async function getAsked(ctx: Ctx, id: string): Promise<ExpenseRow> {
  const found = await getExpense(ctx, id)
  const isMine = found.requestedBy === actorOf(ctx).id
  if (found.status === 'AWAITING_CODE' && !isMine) fail('NOT_FOUND')
  const { expense, writes } = asOfNow(ctx, found)
  // The request asked for something else than this end: its Idempotency-Key stays free.
  if (writes.length > 0) await commit({ ...ctx, keyUse: undefined }, writes)
  const { status, endedBy, expiresAt } = expense
  requireLiveApproval(ctx, {
    isAwaiting: status === 'AWAITING_CODE',
    hasExpired: status === 'PENDING' && isMine && endedBy !== null,
    endedBy,
    expiresAt,
  })
  nextStatus(expenseMachine, status, 'approve')
  return expense
}
