import { retryOnStale } from '../../../db/commit.ts'
import { approveByCode, type DeadCode } from '../../core/approvals/approval.ts'
import type { Typed } from '../../core/approvals/confirm.ts'
import { audited, shownAmount } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { approvalOf, lapse } from './approval-code.ts'
import { getAsked } from './asked.ts'
import { sendTry, startTry } from './next-try.ts'

/**
 * Uses up the code in the commit that takes the money from where it lies and writes the intent, then sends the refund
 * (docs/money.md, Refunds). An answer that says nothing leaves it on its way. Runs inside the admin's Durable Object.
 * @returns the refund's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404 where another admin asked, 409, 410 once it expired, 429 after five tries; 400
 *   MBIYOPAY_PAYOUT_FAILED or PAWAPAY_REFUND_REJECTED when the gateway refused, 409 INSUFFICIENT_BALANCE when gateway A
 *   does not have it: the refund is FAILED, and nothing moved
 */
export async function approveRefund(ctx: Ctx, { pendingId, ...typed }: Typed): Promise<string> {
  const intent = await retryOnStale(async () => {
    const refund = await getAsked(ctx, pendingId)
    const approval = approvalOf(refund, actorOf(ctx).id)
    const dies = (why: DeadCode) => lapse(ctx, refund, why)
    return approveByCode(ctx, approval, typed, dies, async (used) => {
      const { intent, writes } = await startTry(ctx, refund)
      const { amountMinor, currency, gateway } = refund
      await commit(ctx, [
        ...used,
        ...writes,
        audited(ctx, 'refund.confirm', refund.id, { ...shownAmount({ amountMinor, currency }), gateway }),
      ])
      return intent
    })
  })
  if (intent) await sendTry(ctx, intent)
  return pendingId
}
