import { call, mustCall } from '#testing/running/call.ts'
import { packParcel, payOrder, requestedRefund } from '#testing/running/parcels.ts'
import { memberOfStaff, newPerson, type Person } from '#testing/running/people.ts'
import { askedByTwo, typeCode } from '#testing/running/resolutions.ts'
import { market, oneRefund } from './orders.ts'
import { countFault, race } from './race.ts'

export const refundRaces = [
  race({
    name: 'admin refund: once',
    operations: ['POST /orders/admin/:id/refund'],
    stage: async (service) => ({ ...(await market(service)), admin: await memberOfStaff(service, 'ADMIN') }),
    prepare: async (service, { offer, buyer, admin }) => ({ ...(await payOrder(service, offer, {}, buyer)), admin }),
    send: (service, { admin, orderId }) => call(service, admin, 'POST', `/orders/admin/${orderId}/refund`),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '409 ALREADY_EXISTS'],
    check: oneRefund,
  }),
  race({
    name: 'refund: sent again once',
    operations: ['POST /refunds/:id/retry'],
    stage: async (service) => ({ ...(await market(service)), admin: await memberOfStaff(service, 'ADMIN') }),
    prepare: async (service, { offer, buyer, admin }) => {
      const { orderId } = await payOrder(service, offer, {}, buyer)
      return { admin, orderId, refundId: await requestedRefund(service, orderId, 'FAILED') }
    },
    send: (service, { admin, refundId }) => call(service, admin, 'POST', `/refunds/${refundId}/retry`, {}),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { refundId }) =>
      countFault(service, 1, 'tries', 'SELECT count(*) AS n FROM gateway_transactions WHERE subject_id = ?', refundId),
  }),
  race({
    name: 'refund: a decision is booked once',
    operations: ['POST /refunds/:id/resolve'],
    stage: async (service) => ({ ...(await market(service)), admin: await memberOfStaff(service, 'ADMIN') }),
    prepare: async (service, { offer, buyer, admin }) => {
      const { orderId } = await payOrder(service, offer, {}, buyer)
      await mustCall(service, admin, 'POST', `/orders/admin/${orderId}/refund`)
      const [refund] = await service.sql<{ id: string }>('SELECT id FROM refunds WHERE order_id = ?', orderId)
      const refundId = refund?.id ?? ''
      const [tx] = await service.sql<{ id: string }>(
        'SELECT id FROM gateway_transactions WHERE subject_id = ?',
        refundId,
      )
      const path = `/refunds/${refundId}/resolve`
      const admins = [await newPerson(service, 'ADMIN'), await newPerson(service, 'ADMIN')] as [Person, Person]
      return { refundId, path, asked: await askedByTwo(service, admins, path, tx?.id ?? '') }
    },
    send: (service, { path, asked }, i) => typeCode(service, path, asked[i % 2 === 0 ? 0 : 1]),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS'],
    check: (service, { refundId }) =>
      countFault(
        service,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers t LEFT JOIN gateway_transactions g ON g.id = t.ref
         WHERE t.kind = 'refund:done' AND g.subject_id = ?1 OR t.kind = 'refund:back' AND t.ref GLOB ?1 || ':*'`,
        refundId,
      ),
  }),
  race({
    name: 'refund: refused once',
    operations: ['POST /refunds/:id/reject'],
    stage: async (service) => ({ ...(await market(service)), admin: await memberOfStaff(service, 'ADMIN') }),
    prepare: async (service, { offer, buyer, admin }) => {
      const { orderId, pickupCode } = await packParcel(service, offer, { fulfillmentMethod: 'PICKUP' }, buyer)
      await mustCall(service, offer.seller, 'POST', `/orders/${orderId}/handover`, { code: pickupCode })
      return { admin, refundId: await requestedRefund(service, orderId) }
    },
    send: (service, { admin, refundId }) =>
      call(service, admin, 'POST', `/refunds/${refundId}/reject`, { reason: 'Réglé autrement' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]
