import { eq } from 'drizzle-orm'
import { plans } from '../../../db/schema/shops/plans.ts'
import type { Ctx } from '../../core/context.ts'
import { type PlanRow, selectPlans } from './queries.ts'

/** The plans that are sold, in the order staff gave them. */
export const listPlans = (ctx: Ctx): Promise<PlanRow[]> =>
  selectPlans(ctx).where(eq(plans.isActive, true)).orderBy(plans.sortOrder, plans.id)
