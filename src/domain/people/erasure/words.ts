import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { ERASED_NAME, ERASED_TEXT } from './place.ts'

/** Notices about an order that quote one side of it: a reason, the name of a shop or rider. */
const QUOTING =
  "'order.cancelled', 'order.rejected', 'order.waits', 'order.rider-named', 'refund.rejected', 'review.answered'"

/** Blanks an account's words in notices to others about its orders, incidents and tickets. */
export const blankQuotes = (ctx: Ctx, id: string): Write[] => {
  const theirs = sql`
    SELECT o.id, o.buyer_id, o.seller_profile_id FROM orders o WHERE o.buyer_id = ${id}
    UNION SELECT o.id, o.buyer_id, o.seller_profile_id FROM seller_profiles m CROSS JOIN orders o ON o.seller_profile_id = m.id WHERE m.user_id = ${id}
    UNION SELECT o.id, o.buyer_id, o.seller_profile_id FROM riders m CROSS JOIN deliveries d ON d.rider_id = m.id CROSS JOIN orders o ON o.id = d.order_id
      WHERE m.user_id = ${id}`
  // This reads each notice once, however many orders its reader has.
  const told = sql`
    WITH orders_of AS MATERIALIZED (${theirs})
    SELECT n.seq FROM (
      SELECT buyer_id AS id FROM orders_of
      UNION SELECT sp.user_id FROM (SELECT DISTINCT seller_profile_id AS id FROM orders_of) s CROSS JOIN seller_profiles sp ON sp.id = s.id) u
    CROSS JOIN notifications n ON n.user_id = u.id
    WHERE n.type IN (${sql.raw(QUOTING)}) AND n.data ->> 'orderId' IN (SELECT id FROM orders_of)`
  const ofTeam = (type: string, key: string, things: ReturnType<typeof sql>) => sql`
    SELECT n.seq FROM (
      SELECT u.id FROM users u WHERE u.role IN ('ADMIN', 'SUPPORT', 'ACCOUNTANT')) t CROSS JOIN notifications n ON n.user_id = t.id
    WHERE n.type = ${type} AND n.data ->> ${key} IN (${things})`
  const incidents = ofTeam(
    'incident.reported',
    'incidentId',
    sql`SELECT i.id FROM incidents i WHERE i.opened_by = ${id}`,
  )
  const tickets = ofTeam('ticket.assigned', 'ticketId', sql`SELECT k.id FROM tickets k WHERE k.owner_id = ${id}`)
  return [told, incidents, tickets].map((which) =>
    ctx.db.run(
      sql`UPDATE notifications SET facts = NULL, title = ${ERASED_TEXT}, body = ${ERASED_TEXT} WHERE seq IN (${which})`,
    ),
  )
}

/** Makes the orders of a buyer unfindable: staff search them neither by the buyer nor by the numbers that paid any more. */
export const forgetSearchedBuyer = (ctx: Ctx, id: string): Write =>
  ctx.db.run(sql`
    UPDATE orders_search SET name = ${ERASED_NAME}, email = '', phone = '', payers = '' WHERE rowid IN (
      SELECT k.row FROM orders o CROSS JOIN search_keys k ON k.thing_id = o.id WHERE o.buyer_id = ${id})`)
