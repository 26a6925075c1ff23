import { freshPhone, PROFILE, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { call, mustCall } from '#testing/running/call.ts'
import { freshWord, memberOfStaff, newOffer, newPerson, newShopkeeper, productForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const aPlan = async (service: RunningService) => {
  const admin = await memberOfStaff(service, 'ADMIN')
  const limits = { maxProducts: 1, maxPhotosPerProduct: 1, maxShops: 1, isActive: false }
  const plan = await mustCall(service, admin, 'POST', '/plans', { name: freshWord('Plan'), ...limits })
  return { admin, id: plan.id as string, version: plan.version as number }
}

/** A seller with four products of the five that the free plan has room for. */
async function almostFull(service: RunningService) {
  const seller = await newShopkeeper(service)
  const drafts: string[] = []
  for (const _ of [1, 2, 3, 4]) {
    drafts.push((await mustCall(service, seller, 'POST', '/products', await productForm(service, seller.shopId, 1))).id)
  }
  return { seller, drafts }
}

export const catalogueRaces = [
  race({
    name: "product: no more than the plan's",
    operations: ['POST /products'],
    prepare: async (service) => (await almostFull(service)).seller,
    send: async (service, seller) =>
      call(service, seller, 'POST', '/products', await productForm(service, seller.shopId, 1)),
    succeed: 1,
    refusals: ['409 PLAN_LIMIT_REACHED'],
    check: (service, { profileId }) =>
      countFault(
        service,
        5,
        'products',
        `SELECT count(*) AS n FROM products WHERE seller_profile_id = ? AND status <> 'ARCHIVED'`,
        profileId,
      ),
  }),
  race({
    name: "product: archived ones come back within the plan's limit",
    operations: ['POST /products/:id/status'],
    prepare: async (service) => {
      const { seller, drafts } = await almostFull(service)
      for (const id of drafts) await mustCall(service, seller, 'POST', `/products/${id}/status`, { status: 'ARCHIVED' })
      for (const _ of [1, 2, 3]) {
        await mustCall(service, seller, 'POST', '/products', await productForm(service, seller.shopId, 1))
      }
      return { seller, drafts }
    },
    send: (service, { seller, drafts }, i) =>
      call(service, seller, 'POST', `/products/${drafts[i % drafts.length]}/status`, { status: 'DRAFT' }),
    succeed: 2,
    refusals: ['409 PLAN_LIMIT_REACHED', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'product: publish once',
    operations: ['POST /products/:id/status'],
    prepare: async (service) => {
      const seller = await newShopkeeper(service)
      const { id } = await mustCall(service, seller, 'POST', '/products', await productForm(service, seller.shopId, 1))
      return { seller, id: id as string }
    },
    send: (service, { seller, id }) => call(service, seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'stock: taken out one by one, never below zero',
    operations: ['POST /products/variants/:variantId/stock'],
    prepare: async (service) => {
      const offer = await newOffer(service, 7)
      return { ...offer, path: `/products/variants/${offer.variantId}/stock` }
    },
    send: (service, { seller, path }) => call(service, seller, 'POST', path, { type: 'DAMAGE', amount: -1 }),
    succeed: 7,
    refusals: ['409 INSUFFICIENT_STOCK'],
    check: (service, { variantId }) =>
      countFault(service, 0, 'units left', 'SELECT stock AS n FROM variants WHERE id = ?', variantId),
  }),
  race({
    name: 'category: one of a name',
    operations: ['POST /products/categories'],
    prepare: async (service) => ({ staff: await memberOfStaff(service), name: freshWord('Rayon') }),
    send: (service, { staff, name }) => call(service, staff, 'POST', '/products/categories', { name }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'subcategory: one of a name',
    operations: ['POST /products/categories/:categoryId/subcategories'],
    prepare: async (service) => {
      const staff = await memberOfStaff(service)
      const { id } = await mustCall(service, staff, 'POST', '/products/categories', { name: freshWord('Rayon') })
      return { staff, path: `/products/categories/${id}/subcategories` }
    },
    send: (service, { staff, path }) => call(service, staff, 'POST', path, { name: 'Tout' }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'plan: of many edits of one version, one holds',
    operations: ['PUT /plans/:id'],
    prepare: aPlan,
    send: (service, { admin, id, version }, i) =>
      call(service, admin, 'PUT', `/plans/${id}`, { sortOrder: i + 1, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'plan: deleted once, or taken and kept',
    operations: ['DELETE /plans/:id', 'POST /subscriptions'],
    prepare: async (service) => {
      const admin = await memberOfStaff(service, 'ADMIN')
      const limits = { maxProducts: 1, maxPhotosPerProduct: 1, maxShops: 1 }
      const prices = [{ billingCycle: 'MONTHLY', currency: 'USD', amount: '0' }]
      const plan = await mustCall(service, admin, 'POST', '/plans', { name: freshWord('Plan'), ...limits, prices })
      const sellers = []
      for (const _ of [1, 2]) {
        const seller = await newPerson(service)
        await mustCall(service, seller, 'POST', '/seller/profile', PROFILE)
        sellers.push(seller)
      }
      return { admin, sellers, id: plan.id as string }
    },
    send: (service, { admin, sellers, id }, i) => {
      const seller = sellers[i % 10]
      return seller
        ? call(service, seller, 'POST', '/subscriptions', subscriptionBody(id, freshPhone()))
        : call(service, admin, 'DELETE', `/plans/${id}`)
    },
    succeed: { least: 1, most: 2 },
    refusals: ['409 IN_USE', '404 NOT_FOUND', '409 ALREADY_EXISTS'],
    check: async (service, { id }, answers) => {
      const isGone = answers.some(({ status, data }) => status === 200 && data.deleted)
      const [there] = await service.sql<{ plans: number; taken: number }>(
        'SELECT (SELECT count(*) FROM plans WHERE id = ?1) AS plans, (SELECT count(*) FROM subscriptions WHERE plan_id = ?1) AS taken',
        id,
      )
      const fine = isGone ? there?.plans === 0 && there.taken === 0 : there?.plans === 1 && there.taken > 0
      return !fine && `deleted: ${isGone}, but there are ${JSON.stringify(there)}`
    },
  }),
  race({
    name: 'plan prices: of many of one version, one holds',
    operations: ['PUT /plans/:id/prices'],
    prepare: aPlan,
    send: (service, { admin, id, version }, i) => {
      const prices = [{ billingCycle: 'MONTHLY', currency: 'USD', amount: i + 1 }]
      return call(service, admin, 'PUT', `/plans/${id}/prices`, { prices, version })
    },
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
]
