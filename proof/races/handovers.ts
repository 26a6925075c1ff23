import { call } from '#testing/running/call.ts'
import { carryParcel, deliverParcel, turnBack } from '#testing/running/parcels.ts'
import { memberOfStaff } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { act, market, oneRefund } from './orders.ts'
import { countFault, race } from './race.ts'

/** The rider of one parcel is paid for it once. */
const earnedOnce = (service: RunningService, riderId: string) =>
  countFault(
    service,
    1,
    'paid jobs',
    'SELECT coalesce(sum(deliveries), 0) AS n FROM rider_days WHERE rider_id = ?',
    riderId,
  )

/** The end of an order: goods that change hands, or come back. */
export const handoverRaces = [
  race({
    name: 'confirm-receipt: paid out once',
    guard: 'money',
    operations: ['POST /orders/:id/confirm-receipt'],
    stage: market,
    prepare: (service, { offer, buyer }) => deliverParcel(service, offer, buyer),
    send: (service, { buyer, orderId }) => act(service, buyer, orderId, 'confirm-receipt'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: async (service, { orderId, rider }) =>
      (await earnedOnce(service, rider.riderId)) ||
      countFault(
        service,
        1,
        'sales in the wallet',
        `SELECT count(*) AS n FROM wallet_entries WHERE order_id = ? AND type = 'SALE'`,
        orderId,
      ),
  }),
  race({
    name: 'return-received: the stock comes back once',
    guard: 'stock',
    operations: ['POST /orders/:id/return-received'],
    stage: market,
    prepare: (service, { offer, buyer }) => turnBack(service, offer, buyer),
    send: (service, { offer, orderId }) => act(service, offer.seller, orderId, 'return-received'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: async (service, { orderId, rider }) =>
      (await oneRefund(service, { orderId })) ||
      (await earnedOnce(service, rider.riderId)) ||
      countFault(
        service,
        1,
        'returns to the stock',
        `SELECT count(*) AS n FROM stock_movements WHERE order_id = ? AND type = 'RETURN'`,
        orderId,
      ),
  }),
  race({
    name: 'admin cancel on the road against deliver',
    guard: 'leaving',
    operations: ['POST /orders/admin/:id/cancel', 'POST /deliveries/:id/deliver'],
    stage: async (service) => ({ ...(await market(service)), support: await memberOfStaff(service) }),
    prepare: async (service, { offer, buyer, support }) => ({ ...(await carryParcel(service, offer, buyer)), support }),
    send: (service, { rider, support, orderId, deliveryId, code }, i) =>
      i % 2 === 0
        ? call(service, rider, 'POST', `/deliveries/${deliveryId}/deliver`, { code })
        : call(service, support, 'POST', `/orders/admin/${orderId}/cancel`, {}),
    succeed: { least: 25, most: 26 },
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS'],
    check: oneRefund,
  }),
]
