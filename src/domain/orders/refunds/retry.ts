import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import { maskPhone } from '../../../kernel/phone.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { requireProof } from '../../core/owner/proof.ts'
import { payerFields, payerPhone } from '../../money/payins/payer.ts'
import { type Failed, getFailed, startAgain } from './failed.ts'
import { decideTry, sendTry, startTry } from './next-try.ts'
import { numberOf, requireKnown } from './number.ts'
import { askOtherNumber } from './other-number.ts'
import { getRefund } from './queries.ts'
import type { RefundRow } from './row.ts'
import { isSurplus } from './surplus.ts'
import { type PendingRefund, type RefundView, viewRefund } from './view.ts'

export const RetryRefund = z.strictObject({
  phoneNumber: payerPhone.optional(),
  network: payerFields.network.optional(),
  countryCode: payerFields.countryCode.optional(),
})
type RetryRefund = z.output<typeof RetryRefund>

type Sent = { intent: GatewayTransaction | undefined }

/**
 * An ADMIN sends a refund that failed again (docs/money.md, Refunds). To another number of its buyer, named together with its
 * network, nothing goes before a code: it is mailed, and what waits for it is answered. A deposit of gateway A goes back to where it came from only.
 * @throws 404; 400 for a number, network or currency that do not fit, or a number that is not the buyer's, and
 *   MBIYOPAY_PAYOUT_FAILED or PAWAPAY_REFUND_REJECTED when the operator refused at once; 409 for a refund that did not fail, and
 *   for that of one's own purchase; 409 APPROVER_HELD and 429 where a code is to be mailed
 */
export async function retryRefund(ctx: Ctx, id: string, input: RetryRefund): Promise<RefundView | PendingRefund> {
  requireKnown(input.network)
  const next = await retryOnStale(async () => {
    const { refund, ...paid } = await getFailed(ctx, id)
    if (refund.status === 'REQUESTED' && (await isUnconfirmed(ctx, refund))) requireProof(ctx)
    if (isSurplus(refund) || refund.subscriptionPaymentId !== null) return againToPayer(ctx, refund, input)
    const order = paid.order ?? fail('NOT_FOUND')
    const to = { ...refund, ...numberOf(refund, input) }
    if (to.phone !== refund.phone) return askOtherNumber(ctx, { ...paid, refund, order }, to)
    return again(ctx, { ...paid, order, refund: to })
  })
  if (!('intent' in next)) return next
  if (next.intent) await sendTry(ctx, next.intent)
  return viewRefund(await getRefund(ctx, id))
}

async function again(ctx: Ctx, failed: Failed): Promise<Sent> {
  const next = startAgain(ctx, failed)
  const { id, phone, network } = failed.refund
  await commit(ctx, [
    ...decideTry(ctx, failed.refund, next),
    ...next.writes,
    audited(ctx, 'refund.retry', id, { phone: maskPhone(phone), network, isOther: false }),
  ])
  return { intent: next.intent }
}

async function againToPayer(ctx: Ctx, refund: RefundRow, input: RetryRefund): Promise<Sent> {
  const named = (['phoneNumber', 'network', 'countryCode'] as const).find((field) => input[field] !== undefined)
  if (named) invalid(named, "Cette somme est rendue au numéro qui l'a payée.")
  const next = await startTry(ctx, refund)
  const { network } = refund
  await commit(ctx, [
    ...decideTry(ctx, refund, next),
    ...next.writes,
    audited(ctx, 'refund.retry', refund.id, { phone: maskPhone(refund.phone), network, isOther: false }),
  ])
  return { intent: next.intent }
}

/** Whether people alone say that the payment which this gives back has come: whoever sends it proves who they are. */
async function isUnconfirmed(ctx: Ctx, { payinId }: RefundRow): Promise<boolean> {
  const [row] = await ctx.db.all<{ it: number }>(sql`
    SELECT g.decided_at IS NOT NULL AND g.agreed_at IS NULL AS it FROM gateway_transactions g
    WHERE g.id = ${payinId?.replace(/^surplus:/, '') ?? ''}`)
  return row?.it === 1
}
