import { eq } from 'drizzle-orm'
import { plans } from '../../../db/schema/shops/plans.ts'
import type { Ctx } from '../../core/context.ts'
import { selectPlans } from './queries.ts'
import { type PlanView, viewPlan } from './view.ts'

/** The plans that are sold, in the order staff gave them. */
export async function listPlans(ctx: Ctx): Promise<{ plans: PlanView[] }> {
  const rows = await selectPlans(ctx).where(eq(plans.isActive, true)).orderBy(plans.sortOrder, plans.id)
  return { plans: rows.map(viewPlan) }
}
