import * as z from 'zod'
import type { Charge } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { sha256 } from '#kernel/digest.ts'
import * as f from '#kernel/fields.ts'
import { unwrap } from '#kernel/result.ts'
import { charge } from './make-charge.ts'
import { ownReference } from './own-reference.ts'
import { phoneIn, requireCurrency, requireInRange, requireNetwork, requireWhole } from './payer.ts'
import { type PayinView, viewPayin } from './view.ts'

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
 * @throws 400 when the operator refused; 409 when the caller's reference was another charge's
 */
export async function requestPayin(ctx: Ctx, input: RequestPayin): Promise<PayinView> {
  const country = input.countryCode
  requireNetwork(country, input.network)
  requireCurrency(country, input.currency)
  const amountMinor = f.amountOf(input.amount, input.currency, 'amount')
  requireInRange(amountMinor, input.currency)
  requireWhole(input.network, { amountMinor, currency: input.currency })
  const phone = phoneIn(country, input.phoneNumber, 'phoneNumber')
  const wanted: Charge = { amountMinor, currency: input.currency, network: input.network, phone, country }
  if (input.orderId !== undefined) return viewPayin(await charge(ctx, wanted, ownReference(input.orderId)))

  const dedupKey = await sha256([amountMinor, input.currency, input.network, phone].join('|'))
  return viewPayin(unwrap(await ctx.objects.chargeOnce(dedupKey, actorOf(ctx), wanted)))
}
