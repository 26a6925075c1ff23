import { call, must, outside } from '../running/call.ts'
import {
  freshPhone,
  GATEWAY_A_PAYER,
  newPerson,
  newSeller,
  newShopkeeper,
  PROFILE,
  planNamed,
  type Seller,
  SHOP,
  subscription,
} from '../running/town.ts'
import type { World } from '../running/world.ts'
import { mustCount, race } from './race.ts'

const newProfile = async (world: World): Promise<Seller> => {
  const seller = await newPerson(world)
  const { id: profileId } = await must(world, seller, 'POST', '/seller/profile', PROFILE)
  return { ...seller, profileId }
}

/** A paid order for a plan, from a seller on the free one. */
const upgradeOf = async (world: World, phone: string) => {
  const { planId: newPlanId, ...rest } = await subscription(world, 'Vendeur', phone)
  return { newPlanId, ...rest }
}

/** A seller who pays for their plan. */
async function paying(world: World) {
  const seller = await newProfile(world)
  const phone = freshPhone()
  await must(world, seller, 'POST', '/subscriptions', await subscription(world, 'Vendeur', phone))
  await outside(world, 'POST', `/phones/${phone}/approve`)
  return seller
}

const oneDeposit = async (world: World, { phone }: { phone: string }) => {
  const made = await outside<unknown[]>(world, 'GET', `/movements?phone=${phone}`)
  return made.length !== 1 && `${made.length} deposits at the operator`
}
const ONE_PAYMENT = ['409 PAYMENT_IN_PROGRESS', '409 ALREADY_EXISTS']

export const sellerRaces = [
  race({
    name: 'profile: one for a person',
    operations: ['POST /seller/profile'],
    prepare: (world) => newPerson(world),
    send: (world, person) => call(world, person, 'POST', '/seller/profile', PROFILE),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: "shop: no more than the plan's",
    operations: ['POST /seller/shop'],
    prepare: newSeller,
    send: (world, seller) => call(world, seller, 'POST', '/seller/shop', SHOP),
    succeed: 1,
    refusals: ['409 PLAN_LIMIT_REACHED'],
  }),
  race({
    name: 'shop: of many edits of one version, one holds',
    operations: ['PUT /seller/shop/:id'],
    prepare: async (world) => {
      const seller = await newShopkeeper(world)
      const { shops } = await must(world, seller, 'GET', '/seller/shop/me')
      return { seller, version: shops[0].version as number }
    },
    send: (world, { seller, version }, i) =>
      call(world, seller, 'PUT', `/seller/shop/${seller.shopId}`, { description: `Essai ${i}`, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'shop: publish once',
    operations: ['POST /seller/shop/:id/publish'],
    prepare: async (world) => {
      const seller = await newShopkeeper(world)
      await must(world, seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`)
      return seller
    },
    send: (world, seller) => call(world, seller, 'POST', `/seller/shop/${seller.shopId}/publish`),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'shop: unpublish once',
    operations: ['POST /seller/shop/:id/unpublish'],
    prepare: newShopkeeper,
    send: (world, seller) => call(world, seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'subscribe: one deposit',
    operations: ['POST /subscriptions'],
    prepare: async (world) => {
      const phone = freshPhone()
      return { seller: await newProfile(world), phone, json: await subscription(world, 'Vendeur', phone) }
    },
    send: (world, { seller, json }) => call(world, seller, 'POST', '/subscriptions', json),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: oneDeposit,
  }),
  race({
    name: 'subscribe for nothing: one subscription',
    operations: ['POST /subscriptions'],
    prepare: async (world) => ({ seller: await newProfile(world), json: await subscription(world, 'Gratuit') }),
    send: (world, { seller, json }) => call(world, seller, 'POST', '/subscriptions', json),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: (world, { seller }) =>
      mustCount(
        world,
        1,
        'subscriptions',
        'SELECT count(*) AS n FROM subscriptions WHERE seller_profile_id = ?',
        seller.profileId,
      ),
  }),
  race({
    name: 'upgrade: one deposit',
    operations: ['POST /subscriptions/upgrade'],
    prepare: async (world) => {
      const phone = freshPhone()
      return { seller: await newSeller(world), phone, json: await upgradeOf(world, phone) }
    },
    send: (world, { seller, json }) => call(world, seller, 'POST', '/subscriptions/upgrade', json),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: oneDeposit,
  }),
  race({
    name: 'renew against upgrade: one deposit',
    operations: ['POST /subscriptions/me/renew', 'POST /subscriptions/upgrade'],
    prepare: async (world) => {
      const phone = freshPhone()
      const newPlanId = await planNamed(world, 'Pro')
      return { seller: await paying(world), phone, upgrade: { ...(await upgradeOf(world, phone)), newPlanId } }
    },
    send: (world, { seller, phone, upgrade }, i) =>
      i % 2 === 0
        ? call(world, seller, 'POST', '/subscriptions/me/renew', { payerPhoneNumber: phone, ...GATEWAY_A_PAYER })
        : call(world, seller, 'POST', '/subscriptions/upgrade', upgrade),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: oneDeposit,
  }),
  race({
    name: 'check-status: the money of a silent deposit is booked once',
    operations: ['POST /subscriptions/payments/:depositId/check-status'],
    prepare: async (world) => {
      const [seller, phone] = [await newProfile(world), freshPhone()]
      const json = await subscription(world, 'Vendeur', phone)
      const { depositId, payment } = await must(world, seller, 'POST', '/subscriptions', json)
      await outside(world, 'POST', `/phones/${phone}/approve`, { faults: ['silent'] })
      return { seller, depositId, paymentId: payment.id as string }
    },
    send: (world, { seller, depositId }) =>
      call(world, seller, 'POST', `/subscriptions/payments/${depositId}/check-status`),
    succeed: 'all',
    refusals: [],
    check: (world, { paymentId }) =>
      mustCount(
        world,
        1,
        'credits of the deposit',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'subscription:paid' AND ref = ?`,
        paymentId,
      ),
  }),
  race({
    name: 'cancel and reactivate a subscription: it stays one',
    operations: ['POST /subscriptions/me/cancel', 'POST /subscriptions/me/reactivate'],
    prepare: newSeller,
    send: (world, seller, i) =>
      call(world, seller, 'POST', `/subscriptions/me/${i % 2 === 0 ? 'cancel' : 'reactivate'}`),
    succeed: { least: 1, most: 50 },
    refusals: ['409 INVALID_TRANSITION'],
    check: (world, { profileId }) =>
      mustCount(
        world,
        1,
        'live subscriptions',
        `SELECT count(*) AS n FROM subscriptions WHERE seller_profile_id = ? AND status = 'ACTIVE'`,
        profileId,
      ),
  }),
]
