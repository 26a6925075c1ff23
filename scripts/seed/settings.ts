import { exchangeRates } from '#db/schema/money/rates.ts'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import { createCategory } from '#domain/catalogue/categories/create.ts'
import { createSubcategory } from '#domain/catalogue/categories/create-subcategory.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { CreatePlan, createPlan } from '#domain/shops/plans/create.ts'
import { fold } from '#kernel/folding.ts'
import { RATE_SCALE } from '#kernel/money.ts'
import { DEMO_CATEGORIES } from './categories.ts'
import { DEMO_PLANS } from './plans.ts'
import { DEMO_RATES } from './rates.ts'
import { DEMO_ZONES } from './zones.ts'

/** Sets up everything that staff decide before anybody sells. @returns the id of the demo seller's plan, and of each subcategory by name */
export async function setUpMarket(ctx: Ctx): Promise<{ planId: string; subcategories: Map<string, string> }> {
  let planId = ''
  for (const plan of DEMO_PLANS) planId = (await createPlan(ctx, CreatePlan.parse(plan))).id

  const subcategories = new Map<string, string>()
  for (const [at, { subcategories: names, ...category }] of DEMO_CATEGORIES.entries()) {
    const { id } = await createCategory(ctx, { ...category, sortOrder: at + 1 })
    for (const [sortOrder, name] of names.entries()) {
      subcategories.set(name, (await createSubcategory(ctx, id, { name, sortOrder, isActive: true })).id)
    }
  }

  await commit(ctx, [
    ctx.db.insert(deliveryZones).values(
      DEMO_ZONES.map((zone) => ({
        ...zone,
        id: ctx.ids.v7(),
        foldedName: fold(zone.name),
        foldedCity: fold(zone.city),
        createdAt: ctx.now,
      })),
    ),
    ctx.db.insert(exchangeRates).values(
      DEMO_RATES.map(({ quoteCurrency, rate }) => ({
        id: ctx.ids.v7(),
        baseCurrency: 'USD' as const,
        quoteCurrency,
        rateScaled: rate * RATE_SCALE,
        source: 'Données de démonstration',
        effectiveAt: ctx.now,
        createdAt: ctx.now,
      })),
    ),
  ])
  return { planId, subcategories }
}
