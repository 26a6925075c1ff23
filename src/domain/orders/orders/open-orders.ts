import { type SQL, sql } from 'drizzle-orm'
import { ORDER_STATES } from '../../../db/schema/orders/orders.ts'

/**
 * Whether an order that is open holds a line of which `line` is true, which is `i` in it: a product or variant of the shop
 * (docs/states.md, Product). Only the shop's open orders are walked, however many it has had.
 */
export const isInOpenOrder = (shopId: string | SQL, line: SQL) => sql`EXISTS (
  SELECT 1 FROM orders o CROSS JOIN order_items i ON i.order_id = o.id
  WHERE o.shop_id = ${shopId} AND ${ORDER_STATES.ended.notIn('o.status')} AND ${line})`

/**
 * Whether an order that was paid, or still may be, holds a line of which `line` is true, which is `i` in it: one that ended unpaid
 * is no reason to keep what it named.
 */
export const isOrdered = (line: SQL) => sql`EXISTS (
  SELECT 1 FROM order_items i CROSS JOIN orders o ON o.id = i.order_id
  WHERE ${line} AND (o.status <> 'CANCELLED' OR o.paid_currency IS NOT NULL))`

/** Whether an order of the shop is open. */
export const hasOpenOrders = (shopId: string) => sql`EXISTS (
  SELECT 1 FROM orders o WHERE o.shop_id = ${shopId} AND ${ORDER_STATES.ended.notIn('o.status')})`
