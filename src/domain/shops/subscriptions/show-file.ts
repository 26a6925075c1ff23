import { and, desc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { history } from '#db/schema/core/history.ts'
import { invoices } from '#db/schema/shops/invoices.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { subscriptionPayments } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { StepView, viewStep } from '#domain/core/steps.ts'
import { fail } from '#kernel/failure.ts'
import { InvoiceView, viewInvoice } from '../invoices/view.ts'
import { selectPlans } from '../plans/queries.ts'
import { PlanView, viewPlan } from '../plans/view.ts'
import { SellerProfileView, viewSellerProfile } from '../profiles/view.ts'
import { selectSubscription } from './queries.ts'
import { SubscriptionPaymentView, SubscriptionView, viewSubscription, viewSubscriptionPayment } from './view.ts'

/** Most payments, invoices and steps that are shown of a subscription, the latest. */
const MOST = 200

/** A subscription as finance sees it. */
export const SubscriptionFileView = SubscriptionView.extend({
  plan: PlanView,
  seller: SellerProfileView,
  payments: SubscriptionPaymentView.array(),
  invoices: InvoiceView.array(),
  history: StepView.array(),
}).meta({ id: 'SubscriptionFile' })

/**
 * Shows a subscription to finance: plan, seller, payments and invoices, the newest first, and its history from the beginning.
 * @throws 404
 */
export async function showSubscription(ctx: Ctx, id: string): Promise<z.output<typeof SubscriptionFileView>> {
  const its = (column: 'plan_id' | 'seller_profile_id') =>
    sql`(SELECT su.${sql.raw(column)} FROM subscriptions su WHERE su.id = ${id})`
  const [[subscription], [plan], [seller], payments, printed, steps] = await readTogether(
    ctx.db,
    selectSubscription(ctx, id),
    selectPlans(ctx).where(sql`plans.id = ${its('plan_id')}`),
    ctx.db
      .select()
      .from(sellerProfiles)
      .where(sql`seller_profiles.id = ${its('seller_profile_id')}`),
    ctx.db
      .select()
      .from(subscriptionPayments)
      .where(
        and(
          sql`subscription_payments.seller_profile_id = ${its('seller_profile_id')}`,
          eq(subscriptionPayments.subscriptionId, id),
        ),
      )
      .orderBy(desc(subscriptionPayments.createdAt), desc(subscriptionPayments.id))
      .limit(MOST),
    ctx.db
      .select()
      .from(invoices)
      .where(
        sql`invoices.seller_profile_id = ${its('seller_profile_id')} AND (
          SELECT p.subscription_id FROM subscription_payments p WHERE p.id = invoices.subscription_payment_id) = ${id}`,
      )
      .orderBy(desc(invoices.issuedAt), desc(invoices.id))
      .limit(MOST),
    ctx.db.select().from(history).where(eq(history.thingId, id)).orderBy(desc(history.version)).limit(MOST),
  )
  if (!subscription || !plan || !seller) fail('NOT_FOUND')
  return {
    ...viewSubscription(subscription),
    plan: viewPlan(plan),
    seller: viewSellerProfile(seller),
    payments: payments.map(viewSubscriptionPayment),
    invoices: printed.map(viewInvoice),
    history: steps.reverse().map(viewStep),
  }
}
