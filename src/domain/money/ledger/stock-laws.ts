import { atNight, type Law, of } from '#db/law.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { sinceProof } from './clock/proofs.ts'

/** Laws of docs/money.md about goods, and what plans allow of them. */
export const STOCK_LAWS: Record<string, Law> = {
  'stock is the sum of its movements': of(
    'variant',
    `
    SELECT v.id FROM variants v WHERE 1 «v.id» AND v.stock - v.sealed_stock <> coalesce((SELECT sum(m.amount) FROM stock_movements m WHERE m.variant_id = v.id), 0)`,
    { some: `SELECT v.id FROM variants v WHERE 1 «v.id» AND v.stock <> v.proved + ${sinceProof('variants')}` },
  ),
  'what is held is the sum of the holds': of(
    'variant',
    `
    SELECT v.id FROM variants v LEFT JOIN (
        SELECT variant_id, sum(quantity) AS quantity FROM stock_holds GROUP BY 1) w ON w.variant_id = v.id
      WHERE 1 «v.id» AND (v.held <> coalesce(w.quantity, 0) OR v.stock < 0 OR v.held > v.stock)`,
  ),
  'only orders that wait for their payment hold stock': of(
    'order',
    `
    SELECT h.order_id FROM stock_holds h WHERE 1 «h.order_id» AND NOT EXISTS (
      SELECT 1 FROM orders o WHERE o.id = h.order_id AND o.status = 'PENDING_PAYMENT')`,
  ),
  'goods that had left the shop are in its stock again only once they came back': of(
    'order',
    `
    SELECT o.id FROM orders o JOIN stock_movements m ON m.order_id = o.id
    WHERE 1 «o.id» AND m.type = 'RETURN' AND (o.reached_at ->> 'OUT_FOR_DELIVERY' IS NOT NULL OR o.reached_at ->> 'DELIVERED' IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.thing = 'order' AND h.event = 'returnReceived')`,
  ),
  'a parcel that nobody has heard of for 72 hours is in an open incident': of(
    'order',
    `
    SELECT o.id FROM orders o JOIN deliveries d ON d.order_id = o.id
    WHERE 1 «o.id» AND ${DELIVERY_STATES.carried.inText('+d.status')} AND o.due_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM incidents i WHERE i.order_id = o.id AND ${INCIDENT_STATES.open.inText('i.status')})`,
  ),
  'what plans are held against is the true number of shops and products': atNight(
    `
    SELECT sp.id FROM seller_profiles sp WHERE 1 «sp.id» AND (
      sp.shop_count <> (SELECT count(*) FROM shops s WHERE s.seller_profile_id = sp.id AND s.status <> 'CLOSED')
      OR sp.product_count <> (
        SELECT count(*) FROM products p WHERE p.seller_profile_id = sp.id AND p.status <> 'ARCHIVED' AND p.deleted_at IS NULL))`,
    'k.id FROM seller_profiles k WHERE k.id',
  ),
}
