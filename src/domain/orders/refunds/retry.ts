import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import { COUNTRIES, maskPhone } from '../../../kernel/phone.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { refuse } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { send } from '../../money/gateways/send.ts'
import {
  payerFields,
  payerPhone,
  phoneIn,
  requireCurrency,
  requireNetwork,
  requireWhole,
} from '../../money/payins/payer.ts'
import { selectShares, toShare } from '../orders/payin-shares.ts'
import { type OrderFile, selectOrder, toOrderFile } from '../orders/queries.ts'
import { refundWhole } from '../orders/refund-whole.ts'
import { refundMachine } from './machine.ts'
import { refundRedirected } from './notices.ts'
import type { RefundRow, Started } from './row.ts'
import { retrySecondRefund } from './second-payin.ts'
import { selectRefunds } from './start.ts'
import { viewRefund } from './view.ts'

export const RetryRefund = z.strictObject({
  phoneNumber: payerPhone.optional(),
  network: payerFields.network.optional(),
  countryCode: payerFields.countryCode.optional(),
})
type RetryRefund = z.output<typeof RetryRefund>

/**
 * An ADMIN sends a refund that failed again, also to another number of the buyer, who is told (docs/money.md, Refunds).
 * What is not named stays as it was.
 * @throws 404; 400 for a number, network or currency that do not fit, and MBIYOPAY_PAYOUT_FAILED when the operator refused at
 *   once; 409 for a refund that did not fail
 */
export async function retryRefund(ctx: Ctx, id: string, input: RetryRefund) {
  requireKnown(input.network)
  const selectRefund = ctx.db.select().from(refunds).where(eq(refunds.id, id))
  const intent = await retryOnStale(async () => {
    const [refund] = await selectRefund
    if (!refund) fail('NOT_FOUND')
    if (!waits(refund)) refuse(refundMachine, refund.status, 'start')
    const to = { ...refund, ...numberOf(refund, input) }
    const [orderRows, own, shares] = await readTogether(
      ctx.db,
      selectOrder(ctx, refund.orderId),
      selectRefunds(ctx, refund.orderId),
      selectShares(ctx, refund.payinId ?? ''),
    )
    const order = toOrderFile(orderRows[0] ?? fail('NOT_FOUND'))
    const payin = shares.map(toShare).find(({ orderId }) => orderId === refund.orderId)
    const again = payin
      ? retrySecondRefund(ctx, to, payin)
      : refundWhole(
          ctx,
          order,
          own.map((one) => (one.id === id ? to : one)),
        )
    requireTaken(again)
    await commit(ctx, [...again.writes, ...told(ctx, order, refund, to)])
    return again.intent
  })
  if (intent && (await send(ctx, intent)).status === 'failed') fail('MBIYOPAY_PAYOUT_FAILED')
  const [sent] = await selectRefund
  return viewRefund(sent ?? fail('NOT_FOUND'))
}

/** A second payment of an order from before it went back by itself was never sent. */
const waits = ({ status, payinId }: RefundRow) => status === 'FAILED' || (status === 'REQUESTED' && payinId !== null)

/** What is no network of any country is wrong in itself, whatever refund it is for. */
function requireKnown(network: string | undefined): void {
  const all = Object.values(COUNTRIES).flatMap(({ networks }) => [...networks] as string[])
  if (network !== undefined && !all.includes(network)) invalid('network', "Ce réseau n'existe pas.")
}

function numberOf(
  refund: RefundRow,
  { phoneNumber, network = refund.network, countryCode: country = refund.country }: RetryRefund,
) {
  requireNetwork(country, network)
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
