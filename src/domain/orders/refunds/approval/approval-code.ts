import type { Write } from '#db/client.ts'
import { type Approval, sendApprovalCode } from '#domain/core/approvals/approval.ts'
import { MOVED_SINCE_ASKED } from '#domain/core/approvals/pending.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { refundMachine } from '../machine.ts'
import { refundCode } from '../notices.ts'
import type { OwnRefund, RefundRow } from '../refund.ts'
import { endRequest, type RefundRequest } from '../requests.ts'

type RefundTerms = Pick<OwnRefund, 'id' | 'amountMinor' | 'currency' | 'phone' | 'network'>

/** The approval is good for exactly this: how much goes back, and to which number. */
export const approvalOf = (refund: RefundTerms, requestedBy: string): Approval => ({
  purpose: 'REFUND',
  requestedBy,
  terms: [refund.id, refund.amountMinor, refund.currency, refund.phone, refund.network],
})

/** The writes that send the admin a code for this refund; 429 within 60 s of the last one. */
export function sendRefundCode(ctx: Ctx, refund: RefundTerms): Promise<Write[]> {
  const { amountMinor, currency, phone } = refund
  const facts = { amount: { amountMinor, currency }, phone }
  return sendApprovalCode(ctx, approvalOf(refund, actorOf(ctx).id), (code) =>
    mailTo(ctx, actorOf(ctx), refundCode, { code, ...facts }),
  )
}

/** The code approves the refund of what was there when it was asked for: goods that left since are another decision. 409 */
export function requireSameState(request: Pick<RefundRequest, 'state'>, state: string): void {
  if (request.state !== state) fail('CONFLICT', MOVED_SINCE_ASKED)
}

/** The code that was asked for approves nothing any more, and the refund waits as it is. */
export const lapse = (
  ctx: Ctx,
  refund: Pick<RefundRow, 'id' | 'status' | 'version'>,
  endedBy: NonNullable<RefundRequest['endedBy']>,
): Write[] => [...transition(ctx, refundMachine, refund, 'lapse'), endRequest(ctx, refund.id, endedBy)]
