import { call } from '../running/call.ts'
import { carryParcel, deliverParcel, packParcel, turnBack } from '../running/parcels.ts'
import { aStaff } from '../running/town.ts'
import { act, market, oneRefund } from './orders.ts'
import { mustCount, race } from './race.ts'

/** The end of an order: goods that change hands, or come back. */
export const handoverRaces = [
  race({
    name: 'handover: the right code opens once',
    operations: ['POST /orders/:id/handover'],
    stage: market,
    prepare: (world, { offer, buyer }) => packParcel(world, offer, { fulfillmentMethod: 'PICKUP' }, buyer),
    send: (world, { offer, orderId, pickupCode }) =>
      act(world, offer.seller, orderId, 'handover', { code: pickupCode }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS'],
  }),
  race({
    name: 'confirm-receipt: paid out once',
    operations: ['POST /orders/:id/confirm-receipt'],
    stage: market,
    prepare: (world, { offer, buyer }) => deliverParcel(world, offer, buyer),
    send: (world, { buyer, orderId }) => act(world, buyer, orderId, 'confirm-receipt'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (world, { orderId }) =>
      mustCount(
        world,
        1,
        'sales in the wallet',
        `SELECT count(*) AS n FROM wallet_entries WHERE order_id = ? AND type = 'SALE'`,
        orderId,
      ),
  }),
  race({
    name: 'return-received: the stock comes back once',
    operations: ['POST /orders/:id/return-received'],
    stage: market,
    prepare: (world, { offer, buyer }) => turnBack(world, offer, buyer),
    send: (world, { offer, orderId }) => act(world, offer.seller, orderId, 'return-received'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: async (world, { orderId }) =>
      (await oneRefund(world, { orderId })) ||
      mustCount(
        world,
        1,
        'returns to the stock',
        `SELECT count(*) AS n FROM stock_movements WHERE order_id = ? AND type = 'RETURN'`,
        orderId,
      ),
  }),
  race({
    name: 'admin cancel on the road against deliver',
    operations: ['POST /orders/admin/:id/cancel', 'POST /deliveries/:id/deliver'],
    stage: async (world) => ({ ...(await market(world)), support: await aStaff(world) }),
    prepare: async (world, { offer, buyer, support }) => ({ ...(await carryParcel(world, offer, buyer)), support }),
    send: (world, { rider, support, orderId, deliveryId, code }, i) =>
      i % 2 === 0
        ? call(world, rider, 'POST', `/deliveries/${deliveryId}/deliver`, { code })
        : call(world, support, 'POST', `/orders/admin/${orderId}/cancel`, {}),
    succeed: { least: 25, most: 26 },
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS'],
    check: oneRefund,
  }),
]
