import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'

/**
 * Marks the youngest published shops over the plan's limit (docs/states.md, Shop). Without a plan the marks stay: none of the seller's
 * products shows then.
 */
export const refreshOverPlan = (ctx: Ctx, sellers: SQL): Write =>
  ctx.db.run(sql`
    UPDATE shops AS s SET over_plan = w.is_over
    FROM (
      SELECT q.id, q.status = 'PUBLISHED' AND coalesce(q.place > (
        SELECT pl.max_shops FROM subscriptions su JOIN plans pl ON pl.id = su.plan_id
        WHERE su.seller_profile_id = q.seller_profile_id AND ${SUBSCRIPTION_STATES.current.in('su.status')}), q.over_plan) AS is_over
      FROM (
        SELECT r.id, r.seller_profile_id, r.status, r.over_plan, row_number() OVER (
          PARTITION BY r.seller_profile_id, r.status = 'PUBLISHED' ORDER BY r.published_at, r.id) AS place
        FROM shops r WHERE r.seller_profile_id IN ${sellers}) q) w
    WHERE s.id = w.id AND s.over_plan <> w.is_over`)
