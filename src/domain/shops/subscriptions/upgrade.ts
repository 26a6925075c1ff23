import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { type PlanRow, type Price, selectPlan } from '../plans/queries.ts'
import { newPayment, newSubscription, unlessChanged } from './new-payment.ts'
import { requestDeposit } from './pay.ts'
import { DepositPayer, depositChargeFor, depositPayerOf } from './payer.ts'
import { planForSale, priceOf } from './price.ts'
import { selectLiveSubscription, selectUnpaidFrom } from './queries.ts'
import { startFree, unlessStartedFree } from './start.ts'
import { type PaidView, type Subscription, viewPaid } from './view.ts'

export const Upgrade = z.strictObject({
  newPlanId: f.idIn,
  billingCycle: z.enum(BILLING_CYCLES),
  currency: f.priceCurrency,
  ...DepositPayer,
})

/**
 * Asks a seller for the full price of another plan; the old plan stays until the money comes (docs/money.md, Subscriptions). A free plan
 * replaces it at once.
 * @throws 403 SUBSCRIPTION_REQUIRED without a live subscription; 404, 400 and 409 as subscribe, and 409 ALREADY_EXISTS for the plan and
 *   cycle that run, for the other cycle of a free plan, and for a second free start within a day
 */
export async function upgradeSubscription(ctx: Ctx, input: z.output<typeof Upgrade>): Promise<PaidView> {
  const { sellerProfileId } = sellerOf(ctx)
  const payer = depositPayerOf(input)
  const { billingCycle, currency, newPlanId } = input

  const prepare = async () => {
    const [[found], [live], [past]] = await readTogether(
      ctx.db,
      selectPlan(ctx, newPlanId),
      selectLiveSubscription(ctx, sellerProfileId),
      selectUnpaidFrom(ctx, sellerProfileId),
    )
    const plan = planForSale(found)
    const price = priceOf(plan, input)
    const unpaidFrom = past?.unpaidFrom ?? null
    if (!live) fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
    if (live.planId === plan.id && (live.billingCycle === billingCycle || isFree(plan, live, price))) {
      fail('CONFLICT', { reason: 'ALREADY_EXISTS', message: 'Vous avez déjà ce plan. Renouvelez-le plutôt.' })
    }
    const { row: subscription, writes } = newSubscription(ctx, {
      sellerProfileId,
      planId: plan.id,
      billingCycle,
      currency,
    })
    return {
      subscription,
      writes:
        price.amountMinor === 0
          ? [unlessStartedFree(ctx, sellerProfileId), ...writes]
          : [unlessChanged(ctx, live), ...writes],
      payment: newPayment(ctx, subscription, price, unpaidFrom),
      unpaidFrom,
      price,
      plan: plan.name,
      replaced: live,
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

/** Whether both the running and the wanted cycle of the plan are free: the change would change nothing. */
const isFree = (plan: PlanRow, live: Subscription, price: Price) =>
  price.amountMinor === 0 &&
  plan.prices.some(
    ({ billingCycle, currency, amountMinor }) =>
      billingCycle === live.billingCycle && currency === live.currency && amountMinor === 0,
  )
