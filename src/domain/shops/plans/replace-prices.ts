import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortUnlessChanged, VERSION_MISMATCH } from '#db/guard.ts'
import { planPrices, plans } from '#db/schema/shops/plans.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { insertPrices, PricesIn, pricesOf, shownPrice } from './fields.ts'
import { selectPlan } from './queries.ts'
import { type PlanView, viewPlan } from './view.ts'

export const ReplacePrices = z.strictObject({ prices: PricesIn, version: f.version.optional() })

/**
 * Replaces all prices of a plan (docs/money.md, Plans). A payment under way keeps its price.
 * @throws 404; 409 VERSION_MISMATCH
 */
export async function replacePlanPrices(
  ctx: Ctx,
  id: string,
  input: z.output<typeof ReplacePrices>,
): Promise<PlanView> {
  const prices = pricesOf(input.prices)
  const [[plan]] = await readTogether(ctx.db, selectPlan(ctx, id))
  if (!plan) fail('NOT_FOUND')
  const seen = input.version ?? plan.version
  const [rows] = await commit(
    ctx,
    [
      ctx.db
        .update(plans)
        .set({ version: sql`version + 1`, updatedAt: ctx.now })
        .where(and(eq(plans.id, id), eq(plans.version, seen))),
      abortUnlessChanged(ctx.db, VERSION_MISMATCH),
      ctx.db.delete(planPrices).where(eq(planPrices.planId, id)),
      ...insertPrices(ctx, id, prices),
      recordAct(ctx, 'plan.prices', id, { before: plan.prices.map(shownPrice), after: prices.map(shownPrice) }),
    ],
    selectPlan(ctx, id),
  )
  return viewPlan(rows[0] ?? fail('NOT_FOUND'))
}
