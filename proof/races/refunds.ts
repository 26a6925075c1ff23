import { call, mustCall } from '#testing/running/call.ts'
import { payOrder, requestedRefund } from '#testing/running/parcels.ts'
import { memberOfStaff, newPerson, type Person } from '#testing/running/people.ts'
import { askedByTwo, typeCode } from '#testing/running/resolutions.ts'
import { market } from './orders.ts'
import { countFault, race } from './race.ts'

export const refundRaces = [
  race({
    name: 'refund: sent again once',
    guard: 'money',
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
    guard: 'money',
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
]
