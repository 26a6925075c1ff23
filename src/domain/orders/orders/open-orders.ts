import { type SQL, sql } from 'drizzle-orm'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'

/**
 * Whether an open order of the shop has a line that meets the condition `line` on `i` (docs/states.md, Product). It reads only the shop's
 * open orders, whatever the number of its orders.
 */
export const isInOpenOrder = (shopId: string | SQL, line: SQL) => sql`EXISTS (
  SELECT 1 FROM orders o CROSS JOIN order_items i ON i.order_id = o.id
  WHERE o.shop_id = ${shopId} AND ${ORDER_STATES.ended.notIn('o.status')} AND ${line})`

/**
 * Whether an order that was paid, or may still be, has a line that meets the condition `line` on `i`. An order that ended unpaid keeps no
 * product.
 */
export const isOrdered = (line: SQL) => sql`EXISTS (
  SELECT 1 FROM order_items i CROSS JOIN orders o ON o.id = i.order_id
  WHERE ${line} AND (o.status <> 'CANCELLED' OR o.paid_currency IS NOT NULL))`

/** Whether an order of the shop is open. */
export const hasOpenOrders = (shopId: string) => sql`EXISTS (
  SELECT 1 FROM orders o WHERE o.shop_id = ${shopId} AND ${ORDER_STATES.ended.notIn('o.status')})`
