import { call, mustCall } from '#testing/running/call.ts'
import { placeOrder } from '#testing/running/parcels.ts'
import { newOffer, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

/** A buyer whose cart holds one piece. */
async function aCart(service: RunningService) {
  const [{ variantId }, buyer] = await Promise.all([newOffer(service, 100), newPerson(service)])
  const cart = await mustCall(service, buyer, 'POST', '/cart/items', { variantId, quantity: 1 })
  return { variantId, buyer, itemId: cart.items[0].id as string, baseVersion: cart.version as number }
}
type Filled = Awaited<ReturnType<typeof aCart>>

const piecesFault = (service: RunningService, { buyer }: Filled, pieces: number) =>
  countFault(service, pieces, 'pieces', 'SELECT sum(quantity) AS n FROM cart_items WHERE user_id = ?', buyer.id)

export const cartRaces = [
  race({
    name: 'cart: every piece that is added stays',
    operations: ['POST /cart/items'],
    prepare: aCart,
    send: (service, { buyer, variantId }) => call(service, buyer, 'POST', '/cart/items', { variantId, quantity: 1 }),
    succeed: 'all',
    refusals: [],
    check: (service, filled, answers) => piecesFault(service, filled, answers.length + 1),
  }),
  race({
    name: 'cart: of many phones that saw one version one replaces it',
    operations: ['PUT /cart'],
    prepare: aCart,
    send: (service, { buyer, variantId, baseVersion }, i) =>
      call(service, buyer, 'PUT', '/cart', { items: [{ variantId, quantity: i + 1 }], baseVersion }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'cart: of many phones that saw one version one sets the line',
    operations: ['PUT /cart/items/:itemId'],
    prepare: aCart,
    send: (service, { buyer, itemId, baseVersion }) =>
      call(service, buyer, 'PUT', `/cart/items/${itemId}`, { quantity: 1, baseVersion }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'cart: a line is taken out once',
    operations: ['DELETE /cart/items/:itemId'],
    prepare: aCart,
    send: (service, { buyer, itemId }) => call(service, buyer, 'DELETE', `/cart/items/${itemId}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
  }),
  race({
    name: 'cart: merged from many phones, the largest stays',
    operations: ['POST /cart/merge'],
    prepare: aCart,
    send: (service, { buyer, variantId }, i) =>
      call(service, buyer, 'POST', '/cart/merge', { items: [{ variantId, quantity: i + 1 }] }),
    succeed: 'all',
    refusals: [],
    check: (service, filled, answers) => piecesFault(service, filled, answers.length),
  }),
  race({
    name: 'cart: an order is ordered again by many phones, and its pieces are in the cart once',
    operations: ['POST /orders/:id/reorder'],
    prepare: async (service: RunningService) => placeOrder(service, await newOffer(service, 100)),
    send: (service, { buyer, orderId }) => call(service, buyer, 'POST', `/orders/${orderId}/reorder`),
    succeed: 'all',
    refusals: [],
    check: (service, { buyer, orderId }) =>
      countFault(
        service,
        1,
        'carts that hold just what was ordered',
        `SELECT count(*) AS n FROM (SELECT sum(quantity) AS pieces FROM cart_items WHERE user_id = ?)
         WHERE pieces = (SELECT sum(quantity) FROM order_items WHERE order_id = ?)`,
        buyer.id,
        orderId,
      ),
  }),
  race({
    name: 'cart: quoted by many phones, of which twenty quotes are kept',
    operations: ['POST /cart/quote'],
    prepare: aCart,
    send: (service, { buyer }) => call(service, buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' }),
    succeed: 'all',
    refusals: [],
    check: (service, { buyer }) =>
      countFault(service, 20, 'quotes', 'SELECT count(*) AS n FROM quotes WHERE user_id = ?', buyer.id),
  }),
]

export const cartsNotRaced: Record<string, string> = {
  'DELETE /cart': 'empties, whatever came before; again it changes nothing',
}
