import { call } from '#testing/running/call.ts'
import { deliverParcel } from '#testing/running/parcels.ts'
import { act, market } from './orders.ts'
import { countFault, race } from './race.ts'

/** The review of an order. */
export const reviewRaces = [
  race({
    name: 'reviews: one of an order and a shop',
    guard: 'key',
    operations: ['POST /orders/:id/reviews'],
    stage: market,
    prepare: async (service, { offer, buyer }) => {
      const parcel = await deliverParcel(service, offer, buyer)
      await act(service, buyer, parcel.orderId, 'confirm-receipt')
      return parcel
    },
    send: (service, { buyer, orderId }) => {
      const form = new FormData()
      form.set('shop', JSON.stringify({ rating: 4 }))
      return call(service, buyer, 'POST', `/orders/${orderId}/reviews`, form)
    },
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS', '429 TOO_MANY_REQUESTS'],
    check: async (service, { orderId, offer }) =>
      (await countFault(service, 1, 'reviews', 'SELECT count(*) AS n FROM reviews WHERE order_id = ?', orderId)) ||
      countFault(
        service,
        0,
        'sums that are not their rows',
        `SELECT rating_count - (SELECT count(*) FROM reviews r WHERE r.target_id = s.id) AS n FROM shops s WHERE s.id = ?`,
        offer.seller.shopId,
      ),
  }),
]
