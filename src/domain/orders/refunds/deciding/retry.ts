import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { payerFields, payerPhone } from '#domain/money/payins/payer.ts'
import type { PaidBy } from '#domain/orders/orders/queries.ts'
import { invalid } from '#kernel/failure.ts'
import { maskPhone } from '#kernel/phone.ts'
import { isApproved } from '../approval/approved-number.ts'
import { getFailed, type RefundToRetry } from '../approval/get-failed.ts'
import { numberOf, requireKnown } from '../approval/named-number.ts'
import { askOtherNumber } from '../approval/other-number.ts'
import { sendAttempt } from '../attempts/send-attempt.ts'
import { startAgain } from '../attempts/start-again.ts'
import { decideAttempt } from '../attempts/start-next-attempt.ts'
import { getRefund } from '../queries.ts'
import type { RefundRow } from '../refund.ts'
import { isSurplus } from '../surplus/surplus.ts'
import { type PendingRefund, type RefundView, viewRefund } from '../view.ts'

export const RetryRefund = z.strictObject({
  phoneNumber: payerPhone.optional(),
  network: payerFields.network.optional(),
  countryCode: payerFields.countryCode.optional(),
})
type RetryRefund = z.output<typeof RetryRefund>

type RefundCall = { intent: GatewayTransaction | undefined }

/**
 * An ADMIN sends a refund that failed again (docs/money.md, Refunds). To another number of who paid, named together with its
 * network, nothing goes before a code: it is mailed, and what waits for it is answered. A subscription's payment goes back to where it came from only.
 * @throws 404; 400 for a number, network or currency that do not fit, or a number that is not theirs, and
 *   when the operator refused at once; 409 for a refund that did not fail, and
 *   for that of one's own purchase; 409 APPROVER_HELD; 429 if a code is to be mailed
 */
export async function retryRefund(ctx: Ctx, id: string, input: RetryRefund): Promise<RefundView | PendingRefund> {
  requireKnown(input.network)
  const next = await retryOnStale(async () => {
    const failed = await getFailed(ctx, id)
    const { refund } = failed
    if (refund.status === 'REQUESTED' && isUnconfirmed(failed)) requireProof(ctx)
    if (refund.payinId === null && refund.subscriptionPaymentId !== null) refuseNumber(input)
    const to = { ...refund, ...numberOf(refund, input) }
    const isAgain = to.phone === refund.phone && !needsCode(to, failed.brought ?? failed.order?.paidBy)
    return isAgain ? again(ctx, { ...failed, refund: to }) : askOtherNumber(ctx, failed, to)
  })
  if (!('intent' in next)) return next
  if (next.intent) await sendAttempt(ctx, next.intent)
  return viewRefund(ctx, await getRefund(ctx, id))
}

async function again(ctx: Ctx, failed: RefundToRetry): Promise<RefundCall> {
  const next = await startAgain(ctx, failed)
  const { id, phone, network } = failed.refund
  await commit(ctx, [
    unlessHeld(ctx),
    ...decideAttempt(ctx, failed.refund, next),
    ...next.writes,
    recordAct(ctx, 'refund.retry', id, { phone: maskPhone(phone), network, isOther: false }),
  ])
  return { intent: next.intent }
}

/** A number that neither paid what goes back nor was approved for this much; a deposit goes back to where it came from. */
const needsCode = (refund: RefundRow, payer: Pick<PaidBy, 'phone'> | null | undefined) =>
  (refund.subscriptionPaymentId === null || isSurplus(refund)) &&
  refund.phone !== payer?.phone &&
  !isApproved(refund, refund)

/** A deposit goes back by its gateway, which asks for no number. */
function refuseNumber(input: RetryRefund): void {
  const named = (['phoneNumber', 'network', 'countryCode'] as const).find((field) => input[field] !== undefined)
  if (named) invalid(named, "Cette somme est rendue au numéro qui l'a payée.")
}

/** Whether people alone say that the payment which this gives back has come: whoever sends it proves who they are. */
const isUnconfirmed = ({ brought }: RefundToRetry) =>
  brought !== undefined && brought.decidedAt !== null && brought.agreedAt === null
