import * as z from 'zod'
import { freeSlug } from '#db/free-slug.ts'
import { plans } from '#db/schema/shops/plans.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { insertPrices, PlanFields, PricesIn, pricesOf, shownPrice } from './fields.ts'
import { selectPlan } from './queries.ts'
import { type PlanView, viewPlan } from './view.ts'

export const CreatePlan = z.strictObject({
  ...PlanFields,
  prioritySupport: PlanFields.prioritySupport.default(false),
  isActive: PlanFields.isActive.default(true),
  sortOrder: PlanFields.sortOrder.default(0),
  prices: PricesIn.default([]),
})

/** Creates a plan with its prices (docs/money.md, Plans). Its slug comes from its first name, and stays. */
export async function createPlan(ctx: Ctx, { prices, ...fields }: z.output<typeof CreatePlan>): Promise<PlanView> {
  const id = ctx.ids.v7()
  const slug = freeSlug(plans, fields.name, id)
  const [rows] = await commit(
    ctx,
    [
      ctx.db.insert(plans).values({ ...fields, id, slug, createdAt: ctx.now, updatedAt: ctx.now }),
      ...insertPrices(ctx, id, pricesOf(prices)),
      recordAct(ctx, 'plan.create', id, { ...fields, prices: pricesOf(prices).map(shownPrice) }),
    ],
    selectPlan(ctx, id),
  )
  return viewPlan(rows[0] ?? fail('NOT_FOUND'))
}
