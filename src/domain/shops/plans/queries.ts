import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type planPrices, plans } from '../../../db/schema/shops/plans.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'

export type Price = Pick<typeof planPrices.$inferSelect, 'billingCycle' | 'currency' | 'amountMinor'>
export type PlanRow = typeof plans.$inferSelect & { prices: Price[] }

const prices = sql`(
  SELECT json_group_array(
    json_object('billingCycle', pp.billing_cycle, 'currency', pp.currency, 'amountMinor', pp.amount_minor)
    ORDER BY pp.billing_cycle, pp.currency DESC)
  FROM plan_prices pp WHERE pp.plan_id = plans.id)`.mapWith((json: string): Price[] => JSON.parse(json))

/** Plans with their prices, from one statement. */
export const selectPlans = (ctx: Ctx) =>
  ctx.db
    .select({ ...getTableColumns(plans), prices })
    .from(plans)
    .$dynamic()

export const planById = (ctx: Ctx, id: string) => selectPlans(ctx).where(eq(plans.id, id))

/** Any plan, also one that is no longer sold: it says so itself. */
export async function findPlan(ctx: Ctx, id: string): Promise<PlanRow> {
  const [plan] = await planById(ctx, id)
  return plan ?? fail('NOT_FOUND')
}

/** The plans that are sold, in the order staff gave them. */
export const listPlans = (ctx: Ctx): Promise<PlanRow[]> =>
  selectPlans(ctx).where(eq(plans.isActive, true)).orderBy(plans.sortOrder, plans.id)
