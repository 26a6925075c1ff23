import { type SQL, sql } from 'drizzle-orm'

/** Whether an order that the attempt `g` pays for is this person's. */
export const isOfBuyer = (userId: string): SQL => sql`EXISTS (
  SELECT 1 FROM payin_shares w CROSS JOIN orders o ON o.id = w.order_id WHERE w.payin_id = g.id AND o.buyer_id = ${userId})`

/** The payins of a buyer's orders, which are `g` in `condition`: CROSS walks from the buyer's orders. */
export const payinsOfBuyer = (buyerId: string | SQL, condition: SQL): SQL => sql`
  SELECT 1 FROM orders o CROSS JOIN payin_shares w ON w.order_id = o.id CROSS JOIN gateway_transactions g ON g.id = w.payin_id
  WHERE o.buyer_id = ${buyerId} AND ${condition}`

/** The orders that these payins are for: a payin of a checkout has several. */
export const ordersOfPayins = (payinIds: string[]): SQL => sql`
  SELECT w.payin_id AS payinId, o.id, o.number FROM json_each(${JSON.stringify(payinIds)}) p
  CROSS JOIN payin_shares w ON w.payin_id = p.value CROSS JOIN orders o ON o.id = w.order_id ORDER BY o.number`

/** The order, or the payment of a subscription, that the refund of this id gives back. */
export const orderOfRefund = (refundId: SQL): SQL<string | null> =>
  sql<string | null>`(SELECT r.order_id FROM refunds r WHERE r.id = ${refundId})`

/** The id of the order of this number. */
export const idOfOrder = (number: string): SQL => sql`(SELECT o.id FROM orders o WHERE o.number = ${number})`
