import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { intend } from '#domain/money/gateways/attempts/intend.ts'
import { namingWaiting, requireFewPrompts } from '#domain/money/gateways/attempts/prompts.ts'
import { requireOpen } from '#domain/money/gateways/attempts/require-open.ts'
import { send } from '#domain/money/gateways/attempts/send.ts'
import { fail } from '#kernel/failure.ts'
import { PROMPTS } from '#kernel/limits.ts'
import { ROUTING, refusalOf } from '#providers/gateways.ts'
import { type newPayment, unlessPaying } from './new-payment.ts'
import type { ChargeWrites, CheckedPayer } from './payer.ts'
import { getPaidSubscription } from './queries.ts'
import type { PaidSubscription } from './view.ts'

const PROMPTS_OF_SELLER = guard('PROMPTS_OF_SELLER', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez demandé trop de paiements en une heure. Réessayez plus tard.',
  retryAfter: PROMPTS.windowMs / 1000,
})

/** Limits the prompts of a seller, because each costs the platform, whichever phone it goes to (docs/limits.md, Attempts). */
const requireFewPromptsOfSeller = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    PROMPTS_OF_SELLER,
    sql`(SELECT count(*) FROM subscription_payments sp WHERE sp.seller_profile_id = ${sellerProfileId}
      AND sp.created_at > ${ctx.now - PROMPTS.windowMs} AND sp.amount_minor > 0) >= ${PROMPTS.byOne}`,
  )

/**
 * Asks the payer for the money: commits the payment, the intent and `writes`, and only then calls the gateway.
 * @returns the payment and its subscription after the call: paid, or waiting for the payer
 * @throws 503 while the operator is closed; 400 if the operator refused at once; 409 PAYMENT_IN_PROGRESS; 429 if the phone or the seller
 *   was asked too often
 */
export async function requestDeposit(
  ctx: Ctx,
  {
    writes,
    payment,
    payer,
    charge,
    freeze,
  }: { writes: Write[]; payment: ReturnType<typeof newPayment>; payer: CheckedPayer } & ChargeWrites,
): Promise<PaidSubscription> {
  await requireOpen(ctx, ROUTING.SUBSCRIPTION.gateway, payer.provider)
  const { row: paid } = payment
  const intent = intend(ctx, {
    ...ROUTING.SUBSCRIPTION,
    purpose: 'SUBSCRIPTION',
    subjectId: paid.id,
    reference: paid.depositId ?? fail('INTERNAL_ERROR'),
    amountMinor: charge.amountMinor,
    currency: charge.currency,
    phone: payer.phone,
    network: payer.provider,
    country: payer.country,
    claimed: true,
  })
  const details = { ...shownAmount(charge), provider: payer.provider }
  const all = [
    unlessPaying(ctx, paid.sellerProfileId),
    requireFewPromptsOfSeller(ctx, paid.sellerProfileId),
    ...writes,
    ...payment.writes,
    ...freeze,
    ...intent.writes,
    ...requireFewPrompts(ctx, intent.row),
    recordAct(ctx, 'subscription.pay', paid.id, details),
  ]
  await namingWaiting(ctx, payer.phone, () => commit(ctx, all))
  const { status } = await send(ctx, intent.row)
  if (status === 'failed') fail(refusalOf('SUBSCRIPTION'))
  return getPaidSubscription(ctx, paid)
}
