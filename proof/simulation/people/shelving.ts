import { deleteCategory } from '#domain/catalogue/categories/delete.ts'
import { deleteSubcategory } from '#domain/catalogue/categories/delete-subcategory.ts'
import { UpdateSubcategory, updateSubcategory } from '#domain/catalogue/categories/update-subcategory.ts'
import { AddFavorite, addFavorite } from '#domain/catalogue/favorites/add.ts'
import { removeFavorite } from '#domain/catalogue/favorites/remove.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Simulation } from '../simulation.ts'
import { act, type Command, type Commands, pickFrom } from './plan.ts'

const on = (
  name: string,
  weight: number,
  sql: string,
  run: (ctx: Ctx, id: string, simulation: Simulation) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const found = pickFrom(simulation, simulation.store.rows<{ id: string }>(sql))
    const admin = simulation.random.pick(simulation.people.admins)
    return found && act(name, admin, found.id, (ctx) => run(ctx, found.id, simulation))
  },
})

const favorite = (
  name: string,
  weight: number,
  run: (ctx: Ctx, favorite: { type: 'PRODUCT' | 'SHOP'; targetId: string }) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const { random, people, store } = simulation
    const type = random.pick(['PRODUCT', 'SHOP'] as const)
    const table = type === 'PRODUCT' ? 'products' : 'shops'
    const found = pickFrom(simulation, store.rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`))
    if (!found) return undefined
    const input = AddFavorite.parse({ type, targetId: found.id })
    return act(name, random.pick(people.buyers), input, (ctx) => run(ctx, input))
  },
})

/** The shelves that the office tidies, and what buyers keep of what stands there. */
export const shelving: Commands = {
  updateSubcategory: on('updateSubcategory', 0.3, 'SELECT id FROM subcategories ORDER BY id', (ctx, id, { random }) =>
    updateSubcategory(ctx, id, UpdateSubcategory.parse({ sortOrder: random.below(5), isActive: random.chance(0.9) })),
  ),
  deleteSubcategory: on('deleteSubcategory', 0.2, 'SELECT id FROM subcategories ORDER BY id', deleteSubcategory),
  deleteCategory: on('deleteCategory', 0.2, 'SELECT id FROM categories ORDER BY id', deleteCategory),
  addFavorite: favorite('addFavorite', 0.7, addFavorite),
  removeFavorite: favorite('removeFavorite', 0.4, removeFavorite),
}
