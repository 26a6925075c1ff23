import { CreateCategory, createCategory } from '#domain/catalogue/categories/create.ts'
import { CreateSubcategory, createSubcategory } from '#domain/catalogue/categories/create-subcategory.ts'
import { updateCategory } from '#domain/catalogue/categories/update.ts'
import { CreatePlan, createPlan } from '#domain/shops/plans/create.ts'
import { deletePlan } from '#domain/shops/plans/delete.ts'
import { ReplacePrices, replacePlanPrices } from '#domain/shops/plans/replace-prices.ts'
import { updatePlan } from '#domain/shops/plans/update.ts'
import type { Simulation } from '../../simulation.ts'
import { CATEGORY, PLANS } from '../goods.ts'
import { act, aNewPlan, type Commands, pickFrom } from '../plan.ts'

const NAMES = ['Thé', 'Épices', 'epices', 'Farine']
const anAdmin = (simulation: Simulation) => simulation.random.pick(simulation.people.admins)
const aCategory = (simulation: Simulation) =>
  pickFrom(simulation, simulation.store.rows<{ id: string }>('SELECT id FROM categories ORDER BY id'))?.id ?? CATEGORY

/** The office offers categories for products, and plans for sellers. */
export const catalogue: Commands = {
  createCategory: {
    weight: 0.4,
    plan(simulation) {
      const input = CreateCategory.parse({ name: simulation.random.pick(NAMES) })
      return act('createCategory', anAdmin(simulation), input, (ctx) => createCategory(ctx, input))
    },
  },
  createSubcategory: {
    weight: 0.4,
    plan(simulation) {
      const [category, input] = [
        aCategory(simulation),
        CreateSubcategory.parse({ name: simulation.random.pick(NAMES) }),
      ]
      return act('createSubcategory', anAdmin(simulation), [category, input], (ctx) =>
        createSubcategory(ctx, category, input),
      )
    },
  },
  updateCategory: {
    weight: 0.4,
    plan(simulation) {
      const category = aCategory(simulation)
      // The one with the goods is hidden now and then, and shown again.
      const isActive = simulation.random.chance(category === CATEGORY ? 0.9 : 0.5)
      const input = { isActive, ...(simulation.random.chance(0.2) && { name: simulation.random.pick(NAMES) }) }
      return act('updateCategory', anAdmin(simulation), [category, input], (ctx) =>
        updateCategory(ctx, category, input),
      )
    },
  },
  createPlan: {
    weight: 0.2,
    plan(simulation) {
      const prices = [{ billingCycle: 'MONTHLY', currency: 'USD', amount: '3.00' }]
      const input = CreatePlan.parse({ name: 'Essai', maxProducts: 3, maxPhotosPerProduct: 1, maxShops: 1, prices })
      return act('createPlan', anAdmin(simulation), null, (ctx) => createPlan(ctx, input))
    },
  },
  deletePlan: {
    weight: 0.2,
    plan(simulation) {
      const id = aNewPlan(simulation)
      return id ? act('deletePlan', anAdmin(simulation), id, (ctx) => deletePlan(ctx, id)) : undefined
    },
  },
  updatePlan: {
    weight: 0.5,
    plan(simulation) {
      const limits = { maxProducts: 1 + simulation.random.below(6), maxShops: simulation.random.below(4) }
      const id = simulation.random.pick([PLANS.free, PLANS.pro])
      return act('updatePlan', anAdmin(simulation), [id, limits], (ctx) => updatePlan(ctx, id, limits))
    },
  },
  replacePlanPrices: {
    weight: 0.4,
    plan(simulation) {
      const input = ReplacePrices.parse({
        prices: [
          { billingCycle: 'MONTHLY', currency: 'USD', amount: simulation.random.pick(['4.00', '5.00', '6.00']) },
          { billingCycle: 'YEARLY', currency: 'CDF', amount: simulation.random.pick(['110000', '120000']) },
        ],
      })
      return act('replacePlanPrices', anAdmin(simulation), input, (ctx) => replacePlanPrices(ctx, PLANS.pro, input))
    },
  },
}
