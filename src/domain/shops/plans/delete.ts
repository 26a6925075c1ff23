import { eq, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { planPrices, plans } from '#db/schema/shops/plans.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'

const PLAN_IN_USE = guard('PLAN_IN_USE', 'CONFLICT', {
  reason: 'IN_USE',
  message: "Des vendeurs ont pris ce plan, ou l'ont demandé : retirez-le de la vente plutôt.",
})

/**
 * Deletes a plan that nobody ever asked for (docs/money.md, Plans).
 * @throws 404, 409 IN_USE
 */
export async function deletePlan(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await commit(ctx, [
    abortWhen(ctx.db, PLAN_IN_USE, sql`EXISTS (SELECT 1 FROM subscriptions su WHERE su.plan_id = ${id})`),
    ctx.db.delete(planPrices).where(eq(planPrices.planId, id)),
    ctx.db.delete(plans).where(eq(plans.id, id)),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    recordAct(ctx, 'plan.delete', id),
  ])
  return { deleted: true }
}
