import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refreshOverPlan } from '#domain/shops/plans/over-plan.ts'

/**
 * Updates which shops and products of a seller guests may see (docs/states.md, Who sees a product). Put it into every commit that changes
 * one of the conditions in `refresh`; triggers update the search and the totals.
 */
export const refreshVisibility = (ctx: Ctx, sellerProfileId: string): Write[] => refresh(ctx, sql`(${sellerProfileId})`)

/** Updates every seller who has the plan, after its limits changed. */
export const refreshVisibilityOfPlan = (ctx: Ctx, planId: string): Write[] =>
  refresh(
    ctx,
    sql`(SELECT x.seller_profile_id FROM subscriptions x WHERE x.plan_id = ${planId} AND ${SUBSCRIPTION_STATES.current.in('x.status')})`,
  )

function refresh(ctx: Ctx, sellers: SQL): Write[] {
  const isVisible = sql`(
    p.status = 'PUBLISHED' AND (p.moderation_status = 'APPROVED'
      OR p.moderation_status = 'PENDING' AND (p.moderation_mode = 'POST' OR p.approved_before = 1))
    AND (p.expires_at IS NULL OR p.expires_at > ${ctx.now})
    AND EXISTS (SELECT 1 FROM shops s WHERE s.id = p.shop_id AND s.status = 'PUBLISHED')
    AND EXISTS (
      SELECT 1 FROM seller_profiles sp JOIN users u ON u.id = sp.user_id
      WHERE sp.id = p.seller_profile_id AND u.role = 'SELLER' AND u.blocked_at IS NULL AND u.deleted_at IS NULL)
    AND p.id IN (${withinLimit(sellers)})
  )`
  return [
    refreshOverPlan(ctx, sellers),
    ctx.db.run(sql`
      UPDATE products AS p SET visible = ${isVisible}
      WHERE p.seller_profile_id IN ${sellers} AND p.deleted_at IS NULL AND p.visible <> ${isVisible}`),
  ]
}

/**
 * Products within the plan's limit: the first published stay if the plan allows fewer (docs/states.md, Who sees a product). CROSS JOIN
 * makes SQLite look up each seller's subscription, instead of walking all active ones.
 */
const withinLimit = (sellers: SQL) => sql`
  SELECT q.id FROM (
    SELECT r.id, r.seller_profile_id, row_number() OVER (PARTITION BY r.seller_profile_id ORDER BY r.published_at, r.id) AS place
    FROM products r WHERE r.seller_profile_id IN ${sellers} AND r.status = 'PUBLISHED' AND r.deleted_at IS NULL
      AND r.shop_id NOT IN (SELECT h.id FROM shops h WHERE h.seller_profile_id IN ${sellers} AND h.over_plan = 1)
  ) q
  CROSS JOIN subscriptions su ON su.seller_profile_id = q.seller_profile_id AND ${SUBSCRIPTION_STATES.current.in('su.status')}
  JOIN plans pl ON pl.id = su.plan_id
  WHERE q.place <= pl.max_products`
