// Steps of the tests of incidents of an order.
import type { Person } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Data, newIncident, onIncident } from '#testing/stories/office.ts'

/** An order of 27.00, paid unless told otherwise, whose buyer opened an incident. */
export async function newDispute(make: (market: Market) => Promise<Data> = paidOrder, more: object = {}) {
  const market = await newMarket()
  const order = await make(market)
  const made = await newIncident(market.buyer, { orderId: order.id, ...more })
  return {
    market,
    buyer: market.buyer,
    seller: market.seller as Person,
    support: await signUp('SUPPORT'),
    order: order as { id: string; payerPhoneNumber: string },
    made: made as Data,
    id: made.id as string,
  }
}
export const addUpdate = (as: Person, id: string, body = 'Voici une photo.') => onIncident(as, id, 'updates', { body })
export const refundsOf = (orderId: string) => count('refunds WHERE order_id = ?', orderId)
