import { freshPhone, PROFILE, payer, SHOP, upgradeBody } from '#testing/fixtures/inputs.ts'
import { call, mustCall, outside } from '#testing/running/call.ts'
import {
  newPerson,
  newSellerOnFreePlan,
  newShopkeeper,
  orderPlan,
  planNamed,
  type Seller,
} from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { sentOnce, silentEnd } from './operator.ts'
import { countFault, race } from './race.ts'

const newProfile = async (service: RunningService): Promise<Seller> => {
  const seller = await newPerson(service)
  const { id: profileId } = await mustCall(service, seller, 'POST', '/seller/profile', PROFILE)
  return { ...seller, profileId }
}

/** A paid order for a plan, from a seller on the free one. */
const upgradeTo = async (service: RunningService, plan: 'Vendeur' | 'Pro', phone: string) =>
  upgradeBody(await planNamed(service, plan), phone)

/** A seller who pays for their plan. */
async function payingSeller(service: RunningService) {
  const seller = await newProfile(service)
  const phone = freshPhone()
  await mustCall(service, seller, 'POST', '/subscriptions', await orderPlan(service, 'Vendeur', phone))
  await outside(service, 'POST', `/phones/${phone}/approve`)
  return seller
}

const ONE_PAYMENT = ['409 PAYMENT_IN_PROGRESS', '409 ALREADY_EXISTS']

export const sellerRaces = [
  race({
    name: 'profile: one for a person',
    operations: ['POST /seller/profile'],
    prepare: (service) => newPerson(service),
    send: (service, person) => call(service, person, 'POST', '/seller/profile', PROFILE),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: "shop: no more than the plan's",
    operations: ['POST /seller/shop'],
    prepare: newSellerOnFreePlan,
    send: (service, seller) => call(service, seller, 'POST', '/seller/shop', SHOP),
    succeed: 1,
    refusals: ['409 PLAN_LIMIT_REACHED'],
  }),
  race({
    name: 'shop: of many edits of one version, one holds',
    operations: ['PUT /seller/shop/:id'],
    prepare: async (service) => {
      const seller = await newShopkeeper(service)
      const { shops } = await mustCall(service, seller, 'GET', '/seller/shop/me')
      return { seller, version: shops[0].version as number }
    },
    send: (service, { seller, version }, i) =>
      call(service, seller, 'PUT', `/seller/shop/${seller.shopId}`, { description: `Essai ${i}`, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'shop: publish once',
    operations: ['POST /seller/shop/:id/publish'],
    prepare: async (service) => {
      const seller = await newShopkeeper(service)
      await mustCall(service, seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`)
      return seller
    },
    send: (service, seller) => call(service, seller, 'POST', `/seller/shop/${seller.shopId}/publish`),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'shop: unpublish once',
    operations: ['POST /seller/shop/:id/unpublish'],
    prepare: newShopkeeper,
    send: (service, seller) => call(service, seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'subscribe: one deposit',
    operations: ['POST /subscriptions'],
    prepare: async (service) => {
      const phone = freshPhone()
      return { seller: await newProfile(service), phone, json: await orderPlan(service, 'Vendeur', phone) }
    },
    send: (service, { seller, json }) => call(service, seller, 'POST', '/subscriptions', json),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: sentOnce,
  }),
  race({
    name: 'subscribe for nothing: one subscription',
    operations: ['POST /subscriptions'],
    prepare: async (service) => ({ seller: await newProfile(service), json: await orderPlan(service, 'Gratuit') }),
    send: (service, { seller, json }) => call(service, seller, 'POST', '/subscriptions', json),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: (service, { seller }) =>
      countFault(
        service,
        1,
        'subscriptions',
        'SELECT count(*) AS n FROM subscriptions WHERE seller_profile_id = ?',
        seller.profileId,
      ),
  }),
  race({
    name: 'upgrade: one deposit',
    operations: ['POST /subscriptions/upgrade'],
    prepare: async (service) => {
      const phone = freshPhone()
      return { seller: await newSellerOnFreePlan(service), phone, json: await upgradeTo(service, 'Vendeur', phone) }
    },
    send: (service, { seller, json }) => call(service, seller, 'POST', '/subscriptions/upgrade', json),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: sentOnce,
  }),
  race({
    name: 'renew against upgrade: one deposit',
    operations: ['POST /subscriptions/me/renew', 'POST /subscriptions/upgrade'],
    prepare: async (service) => {
      const phone = freshPhone()
      return { seller: await payingSeller(service), phone, upgrade: await upgradeTo(service, 'Pro', phone) }
    },
    send: (service, { seller, phone, upgrade }, i) =>
      i % 2 === 0
        ? call(service, seller, 'POST', '/subscriptions/me/renew', payer(phone))
        : call(service, seller, 'POST', '/subscriptions/upgrade', upgrade),
    succeed: 1,
    refusals: ONE_PAYMENT,
    check: sentOnce,
  }),
  race({
    name: 'check-status: the money of a silent deposit is booked once',
    operations: ['POST /subscriptions/payments/:depositId/check-status'],
    prepare: async (service) => {
      const [seller, phone] = [await newProfile(service), freshPhone()]
      const json = await orderPlan(service, 'Vendeur', phone)
      const { depositId, payment } = await mustCall(service, seller, 'POST', '/subscriptions', json)
      await silentEnd(service, phone)
      return { seller, depositId, paymentId: payment.id as string }
    },
    send: (service, { seller, depositId }) =>
      call(service, seller, 'POST', `/subscriptions/payments/${depositId}/check-status`),
    succeed: 'all',
    refusals: [],
    check: (service, { paymentId }) =>
      countFault(
        service,
        1,
        'credits of the deposit',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'subscription:paid' AND ref = ?`,
        paymentId,
      ),
  }),
  race({
    name: 'void an invoice: once',
    operations: ['POST /invoices/:id/void'],
    prepare: async (service) => {
      const { invoices } = await mustCall(service, await payingSeller(service), 'GET', '/invoices/me')
      return { id: invoices[0].id as string, admin: await newPerson(service, 'ADMIN') }
    },
    send: (service, { id, admin }) =>
      call(service, admin, 'POST', `/invoices/${id}/void`, { reason: 'Établie au mauvais nom' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'cancel and reactivate a subscription: it stays one',
    operations: ['POST /subscriptions/me/cancel', 'POST /subscriptions/me/reactivate'],
    prepare: newSellerOnFreePlan,
    send: (service, seller, i) =>
      call(service, seller, 'POST', `/subscriptions/me/${i % 2 === 0 ? 'cancel' : 'reactivate'}`),
    succeed: { least: 1, most: 50 },
    refusals: ['409 INVALID_TRANSITION', '409 REQUEST_IN_PROGRESS'],
    check: (service, { profileId }) =>
      countFault(
        service,
        1,
        'live subscriptions',
        `SELECT count(*) AS n FROM subscriptions WHERE seller_profile_id = ? AND status = 'ACTIVE'`,
        profileId,
      ),
  }),
]

export const sellersNotRaced: Record<string, string> = {
  'PUT /seller/profile/me': "the last edit holds; it touches no state, and only the seller's own fields",
}
