import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether an order that is open holds a line of which `line` is true, which is `i` in it: a product or variant of the shop
 * (docs/states.md, Product). Only the shop's open orders are walked, however many it has had.
 */
export const isInOpenOrder = (shopId: string | SQL, line: SQL) => sql`EXISTS (
  SELECT 1 FROM orders o CROSS JOIN order_items i ON i.order_id = o.id
  WHERE o.shop_id = ${shopId} AND o.status NOT IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'REFUNDED') AND ${line})`
