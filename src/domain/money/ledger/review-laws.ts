import { atNight, type Law } from '#db/law.ts'

/** The condition of a review `r` that everybody sees. */
const IS_SHOWN = "r.status = 'VISIBLE' AND r.annulled = 0"
const REVIEW = 'k.id FROM reviews k WHERE k.id'

/** Laws of docs/states.md, Reviews, which take a walk through all of them: the night job runs these queries, and they must find nothing. */
export const REVIEW_LAWS: Record<string, Law> = {
  'the numbers of visible reviews by their rating are those of their rows': atNight(
    `
    SELECT w.target_id FROM (
      SELECT s.target_id, s.rating, s.count FROM review_sums s WHERE 1 «s.target_id»
      UNION ALL SELECT r.target_id, r.rating, -1 FROM reviews r INDEXED BY reviews_newest WHERE ${IS_SHOWN} «r.target_id») w
    GROUP BY w.target_id, w.rating HAVING sum(w.count) <> 0`,
    'k.target_id FROM review_sums k WHERE k.target_id',
  ),
  'the rating of a product, shop or rider is that of its visible reviews': atNight(
    `
    SELECT t.id FROM (
      SELECT p.id, p.rating_count, p.rating_sum FROM products p WHERE 1 «p.id»
      UNION ALL SELECT s.id, s.rating_count, s.rating_sum FROM shops s WHERE 1 «s.id»
      UNION ALL SELECT d.id, d.rating_count, d.rating_sum FROM riders d WHERE 1 «d.id»
      UNION ALL SELECT r.target_id, -r.count, -r.count * r.rating FROM review_sums r WHERE 1 «r.target_id») t
    GROUP BY t.id HAVING sum(t.rating_count) <> 0 OR sum(t.rating_sum) <> 0
    UNION ALL SELECT p.id FROM products p WHERE 1 «p.id» AND p.rating_rank <> (20 + p.rating_sum) * 10000 / (5 + p.rating_count)`,
    'k.id FROM products k WHERE k.id',
  ),
  'a review is of an order of its author that completed, with what it is about, and of no shop of their own': atNight(
    `
    SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id
    WHERE o.sealed_in IS NULL «r.id» AND (r.author_id <> o.buyer_id OR r.shop_id <> o.shop_id OR o.reached_at ->> 'COMPLETED' IS NULL
      OR r.author_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = o.seller_profile_id)
      OR r.target_type = 'SHOP' AND r.target_id <> o.shop_id
      OR r.target_type = 'PRODUCT' AND r.target_id NOT IN (SELECT i.product_id FROM order_items i WHERE i.order_id = o.id)
        AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)
      OR r.target_type = 'RIDER' AND r.target_id NOT IN (SELECT coalesce(d.rider_id, '') FROM deliveries d WHERE d.order_id = o.id)
        AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id))`,
    REVIEW,
  ),
  'reviews of orders that were cancelled or wholly refunded since are annulled, and no others': atNight(
    `
    SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id
    WHERE 1 «r.id» AND r.annulled = (o.status = 'COMPLETED' AND o.payment_status <> 'REFUNDED')`,
    REVIEW,
  ),
}
