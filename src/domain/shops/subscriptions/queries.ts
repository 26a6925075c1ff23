import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { isGivenUp, SUBSCRIPTION_STATES, subscriptionPayments, subscriptions } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectPlans } from '../plans/queries.ts'
import { GRACE_COUNTS_MS, type UnpaidFrom } from './period.ts'
import type { PaidSubscription, Subscription } from './view.ts'

export const selectSubscription = (ctx: Ctx, id: string) =>
  ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id))

/** Selects the seller's subscription that is ACTIVE or in GRACE; there is one at most. */
export const selectLiveSubscription = (ctx: Ctx, sellerProfileId: string) =>
  ctx.db
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.sellerProfileId, sellerProfileId), SUBSCRIPTION_STATES.current.in('subscriptions.status')),
    )

/**
 * The end of the seller's last period that a grace followed, up to 30 days after that grace; null once a paid period of the same plan, or
 * of one as dear, began there: a cheap one settles nothing. SQL of one value; `seller` is SQL of a profile's id.
 */
export const unpaidFrom = (ctx: Ctx, seller: SQL) => sql<UnpaidFrom>`(
  SELECT max(gr.current_period_end) FROM subscriptions gr
  WHERE gr.seller_profile_id = ${seller}
    AND (gr.grace_ends_at > ${ctx.now - GRACE_COUNTS_MS} OR gr.status = 'ACTIVE' AND gr.current_period_end <= ${ctx.now})
    AND NOT EXISTS (
      SELECT 1 FROM subscriptions nx WHERE nx.seller_profile_id = gr.seller_profile_id AND nx.id <> gr.id
        AND (nx.plan_id = gr.plan_id OR nx.currency = gr.currency AND nx.price_minor >= gr.price_minor)
        AND nx.price_minor > 0 AND nx.current_period_end > gr.current_period_end AND nx.anchor_at >= gr.current_period_end))`

/** Selects `unpaidFrom` of a seller, for one trip with other reads. */
export const selectUnpaidFrom = (ctx: Ctx, sellerProfileId: string) =>
  ctx.db
    .select({ unpaidFrom: unpaidFrom(ctx, sql`${sellerProfileId}`).as('unpaid_from') })
    .from(sellerProfiles)
    .where(eq(sellerProfiles.id, sellerProfileId))

/** Selects the subscription to show a seller: the live one, else the newest that was not given up unpaid, else the newest. */
export const selectCurrentSubscription = (ctx: Ctx, sellerProfileId: string) =>
  ctx.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.sellerProfileId, sellerProfileId))
    .orderBy(
      desc(SUBSCRIPTION_STATES.current.in('subscriptions.status')),
      isGivenUp(),
      desc(subscriptions.createdAt),
      desc(subscriptions.id),
    )
    .limit(1)

/** Selects the plan of the subscription that `selectCurrentSubscription` finds, with its prices. */
export const selectCurrentPlan = (ctx: Ctx, sellerProfileId: string) =>
  selectPlans(ctx).where(sql`plans.id = (
    SELECT su.plan_id FROM subscriptions su WHERE su.seller_profile_id = ${sellerProfileId}
    ORDER BY ${SUBSCRIPTION_STATES.current.in('su.status')} DESC, ${isGivenUp('su')}, su.created_at DESC, su.id DESC LIMIT 1)`)

/**
 * Selects a payment and its subscription, or the one that it extended, by two statements of one trip. A join would not do: D1 answers a
 * batch by column name, and both tables have the same.
 */
export const selectPaidSubscription = (ctx: Ctx, payment: { id: string }) =>
  [
    ctx.db.select().from(subscriptionPayments).where(eq(subscriptionPayments.id, payment.id)),
    ctx.db
      .select()
      .from(subscriptions)
      .where(
        sql`subscriptions.id = (SELECT sp.subscription_id FROM subscription_payments sp WHERE sp.id = ${payment.id})`,
      ),
  ] as const

export async function getPaidSubscription(ctx: Ctx, row: { id: string }): Promise<PaidSubscription> {
  const [[payment], [subscription]] = await readTogether(ctx.db, ...selectPaidSubscription(ctx, row))
  return payment && subscription ? { payment, subscription } : fail('NOT_FOUND')
}

export const getOwnLiveSubscription = async (ctx: Ctx): Promise<Subscription> => {
  const [live] = await selectLiveSubscription(ctx, sellerOf(ctx).sellerProfileId)
  return live ?? fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
}
