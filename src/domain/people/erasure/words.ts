import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { ERASED_TEXT } from './personal.ts'

/** Notices about an order that quote one side of it: a reason, the name of a shop or rider. */
const QUOTING =
  "'order.cancelled', 'order.rejected', 'order.waits', 'order.rider-named', 'refund.rejected', 'review.answered'"

/** Blanks the reasons that a buyer, or a seller, gave for ending an order: in the order, its refund and the histories of both. */
const reasonsOf = (ctx: Ctx, side: 'buyer' | 'seller', ownerId: string): Write[] => {
  const [owner, by] = side === 'buyer' ? ['buyer_id', "'BUYER'"] : ['seller_profile_id', "'SELLER'"]
  const ended = sql`SELECT o.id FROM orders o WHERE o.${sql.raw(owner)} = ${ownerId}
    AND (o.cancelled_by = ${sql.raw(by)} ${side === 'seller' ? sql`OR o.status = 'REJECTED'` : sql``})`
  const refunds = sql`SELECT r.id FROM refunds r WHERE r.order_id IN (${ended})`
  return [
    ctx.db.run(
      sql`UPDATE history SET reason = NULL WHERE thing_id IN (${ended} UNION ALL ${refunds}) AND reason IS NOT NULL`,
    ),
    ctx.db.run(sql`UPDATE refunds SET reason = NULL WHERE order_id IN (${ended}) AND reason IS NOT NULL`),
    ctx.db.run(sql`UPDATE orders SET cancellation_reason = NULL, rejection_reason = NULL WHERE id IN (${ended})`),
  ]
}

/** Blanks the reasons that a buyer gave. Put it before the writes that blank the buyer's orders. */
export const blankReasonsOfBuyer = (ctx: Ctx, id: string): Write[] => reasonsOf(ctx, 'buyer', id)
export const blankReasonsOfSeller = (ctx: Ctx, sellerProfileId: string): Write[] =>
  reasonsOf(ctx, 'seller', sellerProfileId)

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

/**
 * Blanks a seller's names and texts of shops and products, and reasons of stock movements; the lines of orders keep the names of products
 * sold.
 */
export const blankCatalogue = (ctx: Ctx, sellerProfileId: string): Write[] => {
  const products = sql`SELECT p.id FROM products p WHERE p.seller_profile_id = ${sellerProfileId}`
  const variants = sql`SELECT v.id FROM variants v WHERE v.product_id IN (${products})`
  const imports = sql`SELECT m.id FROM product_imports m WHERE m.seller_profile_id = ${sellerProfileId}`
  return [
    ctx.db.run(sql`
      INSERT INTO removed_files (key, created_at)
      SELECT g.key, ${ctx.now} FROM product_images g WHERE g.product_id IN (${products}) ON CONFLICT DO NOTHING`),
    ctx.db.run(sql`DELETE FROM product_images WHERE product_id IN (${products})`),
    ctx.db.run(sql`UPDATE stock_movements SET reason = NULL WHERE variant_id IN (${variants}) AND reason IS NOT NULL`),
    ctx.db.run(sql`
      UPDATE variants SET name = NULL, sku = NULL, attributes = '{}' WHERE product_id IN (${products})`),
    ctx.db.run(sql`
      UPDATE products SET name = 'Produit effacé', slug = 'efface-' || id, description = '', brand = NULL
      WHERE seller_profile_id = ${sellerProfileId}`),
    ctx.db.run(sql`DELETE FROM product_import_lines WHERE import_id IN (${imports})`),
    ctx.db.run(sql`UPDATE product_imports SET errors = '[]' WHERE seller_profile_id = ${sellerProfileId}`),
    ctx.db.run(sql`
      UPDATE shops SET name = 'Boutique effacée', skeleton = '', slug = 'efface-' || id, description = '', closure_note = ''
      WHERE seller_profile_id = ${sellerProfileId}`),
    ctx.db.run(sql`
      UPDATE deliveries SET pickup = json_set(pickup, '$.name', 'Boutique effacée')
      WHERE order_id IN (SELECT o.id FROM orders o WHERE o.seller_profile_id = ${sellerProfileId})`),
  ]
}
