import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectPlan } from '../plans/queries.ts'
import { newPayment, newSubscription } from './new-payment.ts'
import { requestDeposit } from './pay.ts'
import { DepositPayer, depositChargeFor, depositPayerOf } from './payer.ts'
import { planForSale, priceOf } from './price.ts'
import { selectUnpaidFrom } from './queries.ts'
import { startFree, unlessStartedFree } from './start.ts'
import { type PaidView, viewPaid } from './view.ts'

const ALREADY_SUBSCRIBED = guard('ALREADY_SUBSCRIBED', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Vous avez déjà un abonnement en cours. Changez de plan ou renouvelez-le.',
})

export const Subscribe = z.strictObject({
  planId: f.idIn,
  billingCycle: z.enum(BILLING_CYCLES),
  currency: f.priceCurrency,
  ...DepositPayer,
})

/**
 * Asks a seller for the price of a plan; the subscription starts when the money comes (docs/money.md, Subscriptions). A free plan starts at
 * once.
 * @throws 404 for a plan that is not sold; 400 without such a price, or if the operator refused at once; 409 ALREADY_EXISTS with a live
 *   subscription or a second free start within a day, PAYMENT_IN_PROGRESS while a payment is on its way
 */
export async function subscribe(ctx: Ctx, input: z.output<typeof Subscribe>): Promise<PaidView> {
  const { sellerProfileId } = sellerOf(ctx)
  const payer = depositPayerOf(input)
  const [[found], [past]] = await readTogether(
    ctx.db,
    selectPlan(ctx, input.planId),
    selectUnpaidFrom(ctx, sellerProfileId),
  )
  const unpaidFrom = past?.unpaidFrom ?? null
  const plan = planForSale(found)
  const { billingCycle, currency } = input
  const price = priceOf(plan, input)

  const { row: subscription, writes } = newSubscription(ctx, {
    sellerProfileId,
    planId: plan.id,
    billingCycle,
    currency,
  })
  const payment = newPayment(ctx, subscription, price, unpaidFrom)
  const guarded = [unlessSubscribed(ctx, sellerProfileId), ...writes]
  if (price.amountMinor === 0) {
    const once = [unlessStartedFree(ctx, sellerProfileId), ...guarded]
    return viewPaid(await startFree(ctx, { writes: once, payment, subscription, unpaidFrom, plan: plan.name }))
  }
  return viewPaid(
    await requestDeposit(ctx, { writes: guarded, payment, payer, ...(await depositChargeFor(ctx, payer, price)) }),
  )
}

const unlessSubscribed = (ctx: Ctx, sellerProfileId: string) =>
  abortWhen(
    ctx.db,
    ALREADY_SUBSCRIBED,
    sql`EXISTS (SELECT 1 FROM subscriptions su WHERE su.seller_profile_id = ${sellerProfileId} AND ${SUBSCRIPTION_STATES.current.in('su.status')})`,
  )
