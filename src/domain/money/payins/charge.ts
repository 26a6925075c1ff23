import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { refusedFor } from '../../../db/commit.ts'
import { type Charge, type GatewayTransaction, gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { sha256 } from '../../../kernel/digest.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { unwrap } from '../../../kernel/result.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { intend } from '../gateways/intend.ts'
import { send } from '../gateways/send.ts'
import { phoneIn, requireCurrency, requireInRange, requireNetwork } from './payer.ts'

export const RequestPayin = z.strictObject({
  amount: f.amount,
  currency: f.currency,
  network: z.string().trim().toLowerCase().max(30),
  phoneNumber: f.phone,
  countryCode: f.country,
  orderId: f.line(1, 64).optional(),
})
export type RequestPayin = z.output<typeof RequestPayin>

/**
 * Asks somebody for money by mobile money, outside any order (docs/money.md, Staff charges). Without a reference of the
 * caller's own, the same amount, currency, network and number within five minutes is the same payin, charged once.
 * @throws 400 MBIYOPAY_PAYIN_FAILED when the operator refused; 409 when the caller's reference was another charge's
 */
export async function requestPayin(ctx: Ctx, input: RequestPayin): Promise<GatewayTransaction> {
  const country = input.countryCode
  requireNetwork(country, input.network)
  requireCurrency(country, input.currency)
  const amountMinor = f.amountOf(input.amount, input.currency, 'amount')
  requireInRange(amountMinor, input.currency)
  const phone = phoneIn(country, input.phoneNumber, 'phoneNumber')
  const wanted: Charge = { amountMinor, currency: input.currency, network: input.network, phone, country }
  if (input.orderId !== undefined) return charge(ctx, wanted, input.orderId)

  const dedupKey = await sha256([amountMinor, input.currency, input.network, phone].join('|'))
  return unwrap(await ctx.objects.chargeOnce(dedupKey, actorOf(ctx), wanted))
}

/** Makes the charge under this reference, or finds the one that has it already. */
export async function charge(ctx: Ctx, wanted: Charge, reference: string): Promise<GatewayTransaction> {
  const id = ctx.ids.v7()
  const { row, writes } = intend(ctx, {
    ...wanted,
    gateway: 'B',
    kind: 'payin',
    purpose: 'CHARGE',
    subjectId: id,
    reference,
    claimed: true,
  })
  const details = { amountMinor: wanted.amountMinor, currency: wanted.currency, network: wanted.network }
  try {
    await commit(ctx, [...writes, audited(ctx, 'payin.request', row.id, details)])
  } catch (error) {
    if (!refusedFor(error, 'ALREADY_EXISTS')) throw error
    return sameCharge(ctx, wanted, reference, error)
  }
  const sent = await send(ctx, row)
  if (sent.status === 'failed') fail('MBIYOPAY_PAYIN_FAILED')
  return sent
}

async function sameCharge(ctx: Ctx, wanted: Charge, reference: string, refusal: unknown): Promise<GatewayTransaction> {
  const [known] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.reference, reference))
  const keys = Object.keys(wanted) as (keyof Charge)[]
  const isSame = known?.purpose === 'CHARGE' && keys.every((key) => known[key] === wanted[key])
  if (!isSame) throw refusal
  if (known.status === 'failed') fail('MBIYOPAY_PAYIN_FAILED')
  return known
}
