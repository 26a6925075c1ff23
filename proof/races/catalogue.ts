import { call, must } from '../running/call.ts'
import { aStaff, freshWord, newOffer, newShopkeeper, productForm } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { mustCount, race } from './race.ts'

const aPlan = async (world: World) => {
  const admin = await aStaff(world, 'ADMIN')
  const limits = { maxProducts: 1, maxPhotosPerProduct: 1, maxShops: 1, isActive: false }
  const plan = await must(world, admin, 'POST', '/plans', { name: freshWord('Plan'), ...limits })
  return { admin, id: plan.id as string, version: plan.version as number }
}

/** A seller with four products of the five that the free plan has room for. */
async function almostFull(world: World) {
  const seller = await newShopkeeper(world)
  const drafts: string[] = []
  for (const _ of [1, 2, 3, 4]) {
    drafts.push((await must(world, seller, 'POST', '/products', await productForm(world, seller.shopId, 1))).id)
  }
  return { seller, drafts }
}

export const catalogueRaces = [
  race({
    name: "product: no more than the plan's",
    operations: ['POST /products'],
    prepare: async (world) => (await almostFull(world)).seller,
    send: async (world, seller) => call(world, seller, 'POST', '/products', await productForm(world, seller.shopId, 1)),
    succeed: 1,
    refusals: ['409 PLAN_LIMIT_REACHED'],
    check: (world, { profileId }) =>
      mustCount(
        world,
        5,
        'products',
        `SELECT count(*) AS n FROM products WHERE seller_profile_id = ? AND status <> 'ARCHIVED'`,
        profileId,
      ),
  }),
  race({
    name: "product: archived ones come back within the plan's limit",
    operations: ['POST /products/:id/status'],
    prepare: async (world) => {
      const { seller, drafts } = await almostFull(world)
      for (const id of drafts) await must(world, seller, 'POST', `/products/${id}/status`, { status: 'ARCHIVED' })
      for (const _ of [1, 2, 3]) {
        await must(world, seller, 'POST', '/products', await productForm(world, seller.shopId, 1))
      }
      return { seller, drafts }
    },
    send: (world, { seller, drafts }, i) =>
      call(world, seller, 'POST', `/products/${drafts[i % drafts.length]}/status`, { status: 'DRAFT' }),
    succeed: 2,
    refusals: ['409 PLAN_LIMIT_REACHED', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'product: publish once',
    operations: ['POST /products/:id/status'],
    prepare: async (world) => {
      const seller = await newShopkeeper(world)
      const { id } = await must(world, seller, 'POST', '/products', await productForm(world, seller.shopId, 1))
      return { seller, id: id as string }
    },
    send: (world, { seller, id }) => call(world, seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'stock: taken out one by one, never below zero',
    operations: ['POST /products/variants/:variantId/stock'],
    prepare: async (world) => {
      const offer = await newOffer(world, 7)
      return { ...offer, path: `/products/variants/${offer.variantId}/stock` }
    },
    send: (world, { seller, path }) => call(world, seller, 'POST', path, { type: 'DAMAGE', amount: -1 }),
    succeed: 7,
    refusals: ['409 INSUFFICIENT_STOCK'],
    check: (world, { variantId }) =>
      mustCount(world, 0, 'units left', 'SELECT stock AS n FROM variants WHERE id = ?', variantId),
  }),
  race({
    name: 'category: one of a name',
    operations: ['POST /products/categories'],
    prepare: async (world) => ({ staff: await aStaff(world), name: freshWord('Rayon') }),
    send: (world, { staff, name }) => call(world, staff, 'POST', '/products/categories', { name }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'subcategory: one of a name',
    operations: ['POST /products/categories/:categoryId/subcategories'],
    prepare: async (world) => {
      const staff = await aStaff(world)
      const { id } = await must(world, staff, 'POST', '/products/categories', { name: freshWord('Rayon') })
      return { staff, path: `/products/categories/${id}/subcategories` }
    },
    send: (world, { staff, path }) => call(world, staff, 'POST', path, { name: 'Tout' }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'plan: of many edits of one version, one holds',
    operations: ['PUT /plans/:id'],
    prepare: aPlan,
    send: (world, { admin, id, version }, i) =>
      call(world, admin, 'PUT', `/plans/${id}`, { sortOrder: i + 1, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'plan prices: of many of one version, one holds',
    operations: ['PUT /plans/:id/prices'],
    prepare: aPlan,
    send: (world, { admin, id, version }, i) => {
      const prices = [{ billingCycle: 'MONTHLY', currency: 'USD', amount: i + 1 }]
      return call(world, admin, 'PUT', `/plans/${id}/prices`, { prices, version })
    },
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
]
