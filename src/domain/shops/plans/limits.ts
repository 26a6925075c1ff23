import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'

/** A limit of plans, in words. */
export const planLimit = (name: string, what: string) =>
  guard(name, 'CONFLICT', {
    reason: 'PLAN_LIMIT_REACHED',
    message: `Votre plan ne permet pas plus de ${what}. Passez à un plan supérieur pour continuer.`,
  })
export const TOO_MANY_PRODUCTS = planLimit('TOO_MANY_PRODUCTS', 'produits')
const TOO_MANY_SHOPS = planLimit('TOO_MANY_SHOPS', 'boutiques')
const TOO_MANY_PUBLISHED = guard('TOO_MANY_PUBLISHED', 'CONFLICT', {
  reason: 'PLAN_LIMIT_REACHED',
  message: 'Votre plan ne permet pas plus de boutiques publiées. Dépubliez-en une, ou passez à un plan supérieur.',
})
export const SUBSCRIPTION_REQUIRED = guard('SUBSCRIPTION_REQUIRED', 'FORBIDDEN', { reason: 'SUBSCRIPTION_REQUIRED' })

/** FROM and WHERE of the plan `pl` that a seller has now. */
export const currentPlan = (sellerProfileId: string) =>
  sql`FROM subscriptions su JOIN plans pl ON pl.id = su.plan_id WHERE su.seller_profile_id = ${sellerProfileId} AND ${SUBSCRIPTION_STATES.current.in('su.status')}`

/** Aborts a commit of a seller whose subscription is neither ACTIVE nor in GRACE: 403 SUBSCRIPTION_REQUIRED. */
export const requireSubscription = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(ctx.db, SUBSCRIPTION_REQUIRED, sql`NOT EXISTS (SELECT 1 ${currentPlan(sellerProfileId)})`)

/**
 * Aborts a commit that takes a seller's products over the plan: 409 PLAN_LIMIT_REACHED. Put it after the writes that count, so that
 * parallel creations cannot pass the limit together.
 */
export const withinPlan = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    TOO_MANY_PRODUCTS,
    sql`(SELECT sp.product_count FROM seller_profiles sp WHERE sp.id = ${sellerProfileId}) > coalesce((SELECT pl.max_products ${currentPlan(sellerProfileId)}), 0)`,
  )

/** Aborts a commit that takes a seller's shops over the plan: 409 PLAN_LIMIT_REACHED. Put it after the writes that count. */
export const shopsWithinPlan = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    TOO_MANY_SHOPS,
    sql`(SELECT sp.shop_count FROM seller_profiles sp WHERE sp.id = ${sellerProfileId}) > coalesce((SELECT pl.max_shops ${currentPlan(sellerProfileId)}), 0)`,
  )

/**
 * Aborts a commit that takes a seller's published shops over the plan: 409 PLAN_LIMIT_REACHED. Without a plan it lets all pass: the shops
 * then show nothing.
 */
export const publishedWithinPlan = (ctx: Ctx, sellerProfileId: string): Write =>
  abortWhen(
    ctx.db,
    TOO_MANY_PUBLISHED,
    sql`(SELECT count(*) FROM shops s WHERE s.seller_profile_id = ${sellerProfileId} AND s.status = 'PUBLISHED') > (SELECT pl.max_shops ${currentPlan(sellerProfileId)})`,
  )
