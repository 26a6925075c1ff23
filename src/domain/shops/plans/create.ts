import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { plans } from '../../../db/schema/shops/plans.ts'
import { fail } from '../../../kernel/failure.ts'
import { slugOf } from '../../../kernel/text.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { insertPrices, PlanFields, PricesIn, pricesOf } from './fields.ts'
import { type PlanRow, planById } from './queries.ts'

export const CreatePlan = z.strictObject({
  ...PlanFields,
  prioritySupport: PlanFields.prioritySupport.default(false),
  isActive: PlanFields.isActive.default(true),
  sortOrder: PlanFields.sortOrder.default(0),
  prices: PricesIn.default([]),
})

/** An admin puts a plan on sale, with its prices (contract.md 5.6). Its address is made from its name, and kept. */
export async function createPlan(ctx: Ctx, { prices, ...fields }: z.output<typeof CreatePlan>): Promise<PlanRow> {
  const id = ctx.ids.v7()
  const slug = slugOf(fields.name)
  const freeSlug = sql<string>`CASE WHEN EXISTS (SELECT 1 FROM plans p WHERE p.slug = ${slug}) THEN ${`${slug}-${id.slice(-8)}`} ELSE ${slug} END`
  const [rows] = await commit(
    ctx,
    [
      ctx.db.insert(plans).values({ ...fields, id, slug: freeSlug, createdAt: ctx.now, updatedAt: ctx.now }),
      ...insertPrices(ctx, id, pricesOf(prices)),
      audited(ctx, 'plan.create', id, { ...fields, prices }),
    ],
    planById(ctx, id),
  )
  return rows[0] ?? fail('NOT_FOUND')
}
