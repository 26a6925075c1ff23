import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { invoices } from '#db/schema/shops/invoices.ts'
import { plans } from '#db/schema/shops/plans.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { SUBSCRIPTION_STATES, subscriptionPayments, subscriptions } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invoiceTerms } from '#domain/core/invoice-terms.ts'
import { unpaidFrom } from './queries.ts'

export type PaymentFile = NonNullable<Awaited<ReturnType<typeof findPaymentFile>>>

/** A payment with all rows that a decision about it needs, in one statement; undefined if there is none. */
export async function findPaymentFile(ctx: Ctx, paymentId: string) {
  const live = alias(subscriptions, 'live')
  const isCurrent = SUBSCRIPTION_STATES.current.in('live.status')
  const [row] = await ctx.db
    .select({
      payment: subscriptionPayments,
      subscription: subscriptions,
      plan: plans.name,
      seller: sellerProfiles,
      invoice: invoices,
      ...invoiceTerms(),
      live,
      unpaidFrom: unpaidFrom(ctx, sql`subscription_payments.seller_profile_id`).as('unpaid_from'),
      isPaidSince: sql<boolean>`EXISTS (
        SELECT 1 FROM subscription_payments sp WHERE sp.seller_profile_id = subscription_payments.seller_profile_id
          AND sp.paid_at > subscription_payments.created_at AND sp.period_end IS NOT NULL AND sp.amount_minor > 0)`
        .mapWith(Boolean)
        .as('is_paid_since'),
    })
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, subscriptionPayments.sellerProfileId))
    .leftJoin(invoices, eq(invoices.subscriptionPaymentId, subscriptionPayments.id))
    .leftJoin(live, and(eq(live.sellerProfileId, subscriptionPayments.sellerProfileId), isCurrent))
    .where(eq(subscriptionPayments.id, paymentId))
  return row
}
