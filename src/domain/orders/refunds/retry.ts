import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import { COUNTRIES, maskPhone } from '../../../kernel/phone.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { refuse } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { requireProof } from '../../core/owner/proof.ts'
import {
  payerFields,
  payerPhone,
  phoneIn,
  requireCurrency,
  requireNetwork,
  requireWhole,
} from '../../money/payins/payer.ts'
import { selectShares, toShare } from '../orders/payin-shares.ts'
import { type OrderFile, type PaidBy, selectOrder, toOrderFile } from '../orders/queries.ts'
import { refundMachine } from './machine.ts'
import { sendTry, startOrderTry, startTry } from './next-try.ts'
import { refundRedirected } from './notices.ts'
import { refuseOwnOrder } from './own-order.ts'
import { getRefund, selectRefund } from './queries.ts'
import type { RefundRow, Started } from './row.ts'
import { retrySecondRefund } from './second-payin.ts'
import { isSurplus } from './surplus.ts'
import { viewRefund } from './view.ts'

export const RetryRefund = z.strictObject({
  phoneNumber: payerPhone.optional(),
  network: payerFields.network.optional(),
  countryCode: payerFields.countryCode.optional(),
})
type RetryRefund = z.output<typeof RetryRefund>

/**
 * An ADMIN sends a refund that failed again, also to another number of the buyer, who is told (docs/money.md, Refunds).
 * A number and its network are named together; what is not named stays as it was. A deposit of gateway A goes back to where it came from only.
 * @throws 404; 400 for a number, network or currency that do not fit, and MBIYOPAY_PAYOUT_FAILED or PAWAPAY_REFUND_REJECTED
 *   when the operator refused at once; 409 for a refund that did not fail, and for that of one's own order
 */
export async function retryRefund(ctx: Ctx, id: string, input: RetryRefund) {
  requireKnown(input.network)
  const intent = await retryOnStale(async () => {
    // In one trip: of two who ask at once, the second finds both the refund and its order as the first left them.
    const [[refund], orders, shares] = await readTogether(
      ctx.db,
      selectRefund(ctx, id),
      selectOrder(ctx, sql`(SELECT r.order_id FROM refunds r WHERE r.id = ${id})`),
      selectShares(ctx, sql`(SELECT r.payin_id FROM refunds r WHERE r.id = ${id})`),
    )
    if (!refund) fail('NOT_FOUND')
    if (!mayRetry(refund)) refuse(refundMachine, refund.status, 'start')
    if (refund.status === 'REQUESTED' && (await isUnconfirmed(ctx, refund))) requireProof(ctx)
    if (isSurplus(refund) || refund.subscriptionPaymentId !== null) return againToPayer(ctx, refund, input)
    const payin = shares.map(toShare).find(({ orderId }) => orderId === refund.orderId)
    return again(ctx, refund, toOrderFile(orders[0] ?? fail('NOT_FOUND')), payin, input)
  })
  if (intent) await sendTry(ctx, intent)
  return viewRefund(await getRefund(ctx, id))
}

async function again(
  ctx: Ctx,
  refund: RefundRow,
  order: OrderFile,
  payin: PaidBy | undefined,
  input: RetryRefund,
): Promise<Started['intent']> {
  const to = { ...refund, ...numberOf(refund, input) }
  // A second payment never goes back from the order's own money.
  const started =
    refund.payinId === null
      ? startOrderTry(ctx, order, to)
      : retrySecondRefund(ctx, to, payin ?? fail('CONFLICT', 'INVALID_TRANSITION'))
  requireTaken(started)
  await commit(ctx, [...refuseOwnOrder(ctx, order), ...started.writes, ...told(ctx, order, refund, to)])
  return started.intent
}

async function againToPayer(ctx: Ctx, refund: RefundRow, input: RetryRefund): Promise<Started['intent']> {
  const named = (['phoneNumber', 'network', 'countryCode'] as const).find((field) => input[field] !== undefined)
  if (named) invalid(named, "Cette somme est rendue au numéro qui l'a payée.")
  const { intent, writes } = await startTry(ctx, refund)
  const { network } = refund
  await commit(ctx, [
    ...writes,
    audited(ctx, 'refund.retry', refund.id, { phone: maskPhone(refund.phone), network, isOther: false }),
  ])
  return intent
}

/** A second payment of an order from before it went back by itself was never sent. */
const mayRetry = ({ status, payinId }: RefundRow) => status === 'FAILED' || (status === 'REQUESTED' && payinId !== null)

/** Whether people alone say that the payment which this gives back has come: whoever sends it proves who they are. */
async function isUnconfirmed(ctx: Ctx, { payinId }: RefundRow): Promise<boolean> {
  const [row] = await ctx.db.all<{ it: number }>(sql`
    SELECT g.decided_at IS NOT NULL AND g.agreed_at IS NULL AS it FROM gateway_transactions g
    WHERE g.id = ${payinId?.replace(/^surplus:/, '') ?? ''}`)
  return row?.it === 1
}

/** What is no network of any country is wrong in itself, whatever refund it is for. */
function requireKnown(network: string | undefined): void {
  const all = Object.values(COUNTRIES).flatMap(({ networks }) => [...networks] as string[])
  if (network !== undefined && !all.includes(network)) invalid('network', "Ce réseau n'existe pas.")
}

/** A number belongs to one network. */
function requireTogether({ phoneNumber, network }: RetryRefund): void {
  if ((phoneNumber === undefined) === (network === undefined)) return
  if (network === undefined) invalid('network', 'Dites aussi le réseau de ce numéro.')
  invalid('phoneNumber', 'Dites aussi le numéro qui est de ce réseau.')
}

function numberOf(refund: RefundRow, input: RetryRefund) {
  const { phoneNumber, network = refund.network, countryCode: country = refund.country } = input
  requireNetwork(country, network)
  requireTogether(input)
  return { country, network, phone: phoneIn(country, phoneNumber ?? refund.phone, 'phoneNumber') }
}

/** The amount is what was paid: another operator must take its currency, and its centimes. */
function requireTaken({ intent }: Started): void {
  if (!intent) return
  requireCurrency(intent.country, intent.currency, 'countryCode')
  requireWhole(intent.network, intent, 'network')
}

function told(ctx: Ctx, { buyerId, number }: OrderFile, from: RefundRow, to: RefundRow) {
  const phone = maskPhone(to.phone)
  const isOther = to.phone !== from.phone
  return [
    audited(ctx, 'refund.retry', from.id, { phone, network: to.network, isOther }),
    ...(isOther ? notify(ctx, buyerId, refundRedirected, { number, phone }) : []),
  ]
}
