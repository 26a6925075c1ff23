import { freshPhone, PROFILE, payer, upgradeBody } from '#testing/fixtures/inputs.ts'
import { call, mustCall, outside } from '#testing/running/call.ts'
import { newPerson, orderPlan, planNamed, type Seller } from '#testing/running/people.ts'
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
    name: 'subscribe: one deposit',
    guard: 'money',
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
    name: 'renew against upgrade: one deposit',
    guard: 'money',
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
    guard: 'money',
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
]
