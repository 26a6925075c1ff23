import { eq } from 'drizzle-orm'
import { plans } from '#db/schema/shops/plans.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectPlans } from './queries.ts'
import { type PlanView, viewPlan } from './view.ts'

/** Lists the plans on sale, in the order that staff gave them. */
export async function listPlans(ctx: Ctx): Promise<{ plans: PlanView[] }> {
  const rows = await selectPlans(ctx).where(eq(plans.isActive, true)).orderBy(plans.sortOrder, plans.id)
  return { plans: rows.map(viewPlan) }
}
