import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { type PlanRow, planById } from './queries.ts'

/** Any plan, also one that is no longer sold: it says so itself. */
export async function findPlan(ctx: Ctx, id: string): Promise<PlanRow> {
  const [plan] = await planById(ctx, id)
  return plan ?? fail('NOT_FOUND')
}
