import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type planPrices, plans } from '#db/schema/shops/plans.ts'
import type { Ctx } from '#domain/core/context.ts'

export type Price = Pick<typeof planPrices.$inferSelect, 'billingCycle' | 'currency' | 'amountMinor'>

export type PlanRow = typeof plans.$inferSelect & { prices: Price[] }

const prices = sql`(
  SELECT json_group_array(
    json_object('billingCycle', pp.billing_cycle, 'currency', pp.currency, 'amountMinor', pp.amount_minor)
    ORDER BY pp.billing_cycle, pp.currency DESC)
  FROM plan_prices pp WHERE pp.plan_id = plans.id)`.mapWith((json: string): Price[] => JSON.parse(json))

/** Selects plans with their prices, in one statement. */
export const selectPlans = (ctx: Ctx) =>
  ctx.db
    .select({ ...getTableColumns(plans), prices })
    .from(plans)
    .$dynamic()

export const selectPlan = (ctx: Ctx, id: string) => selectPlans(ctx).where(eq(plans.id, id))
