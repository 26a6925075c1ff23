import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { newPayment, unlessChanged } from './new-payment.ts'
import { requestDeposit } from './pay.ts'
import { DepositPayer, depositChargeFor, depositPayerOf } from './payer.ts'
import { isPaidAhead } from './period.ts'
import { priceOf } from './price.ts'
import { selectCurrentPlan, selectCurrentSubscription, selectUnpaidFrom } from './queries.ts'
import { startFree } from './start.ts'
import { type PaidView, type Subscription, viewPaid } from './view.ts'

const PAID_AHEAD = {
  reason: 'INVALID_TRANSITION',
  message: 'La période suivante est déjà payée. Renouvelez quand elle aura commencé.',
} as const
const EXTENDED = guard('SUBSCRIPTION_EXTENDED', 'CONFLICT', PAID_AHEAD)

export const Renew = z.strictObject(DepositPayer)

/**
 * Asks for the payment of another period of the seller's plan, cycle and currency: from the old end while ACTIVE or in GRACE, and within 30
 * days of a grace that ended; else from now (docs/states.md, Subscription).
 * @throws 403 SUBSCRIPTION_REQUIRED if there is nothing to renew; 409 if the plan is no longer sold or a payment is on its way, and
 *   INVALID_TRANSITION while a period ahead is paid already; 400 as subscribe
 */
export async function renewSubscription(ctx: Ctx, input: z.output<typeof Renew>): Promise<PaidView> {
  const { sellerProfileId } = sellerOf(ctx)
  const payer = depositPayerOf(input)

  const prepare = async () => {
    const [[subscription], [plan], [past]] = await readTogether(
      ctx.db,
      selectCurrentSubscription(ctx, sellerProfileId),
      selectCurrentPlan(ctx, sellerProfileId),
      selectUnpaidFrom(ctx, sellerProfileId),
    )
    const unpaidFrom = past?.unpaidFrom ?? null
    const isRenewable = subscription && SUBSCRIPTION_STATES.renewable.has(subscription.status)
    if (!isRenewable || !plan) fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
    if (!plan.isActive) fail('CONFLICT', { message: "Ce plan n'est plus proposé. Choisissez-en un autre." })
    if (isPaidAhead(subscription, ctx.now)) fail('CONFLICT', PAID_AHEAD)
    const price = priceOf(plan, subscription)
    return {
      subscription,
      writes: [unlessExtended(ctx, subscription), ...(price.amountMinor > 0 ? [unlessChanged(ctx, subscription)] : [])],
      payment: newPayment(ctx, subscription, price, unpaidFrom),
      unpaidFrom,
      price,
      plan: plan.name,
    }
  }

  const paid = await retryOnStale(async () => {
    const prepared = await prepare()
    return prepared.price.amountMinor === 0 ? startFree(ctx, prepared) : prepared
  })
  if (!('price' in paid)) return viewPaid(paid)
  const { writes, payment, price } = paid
  return viewPaid(await requestDeposit(ctx, { writes, payment, payer, ...(await depositChargeFor(ctx, payer, price)) }))
}

/** Refuses a renewal if another one was paid since the read. */
const unlessExtended = (ctx: Ctx, { id, currentPeriodEnd }: Subscription) =>
  abortWhen(
    ctx.db,
    EXTENDED,
    sql`EXISTS (SELECT 1 FROM subscriptions su WHERE su.id = ${id} AND su.current_period_end <> ${currentPeriodEnd})`,
  )
