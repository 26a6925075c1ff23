import { freshPhone, PROFILE, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { call, mustCall } from '#testing/running/call.ts'
import { freshWord, memberOfStaff, newOffer, newPerson, newShopkeeper, productForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

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
    guard: 'limit',
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
    name: 'stock: taken out one by one, never below zero',
    guard: 'stock',
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
    name: 'plan: deleted once, or taken and kept',
    guard: 'leaving',
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
]
