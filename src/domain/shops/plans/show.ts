import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectPlan } from './queries.ts'
import { type PlanView, viewPlan } from './view.ts'

/** Shows a plan, also one that is no longer on sale. */
export async function showPlan(ctx: Ctx, id: string): Promise<PlanView> {
  const [plan] = await selectPlan(ctx, id)
  return viewPlan(plan ?? fail('NOT_FOUND'))
}
