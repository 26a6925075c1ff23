import { atNight, type Law, SUBJECTS } from '#db/law.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'

/** Orders `o` with their buyer `u` and their words `s` in the search. */
const FOUND_ORDERS = `orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row`

/**
 * Whether an order is among its buyer's latest thousand, which follow their name, address and number (docs/states.md, Who sees an order).
 */
const IS_OF_LATEST = `1000 > (SELECT count(*) FROM (SELECT 1 FROM orders n WHERE n.buyer_id = o.buyer_id
  AND (n.created_at, n.id) > (o.created_at, o.id) LIMIT 1000))`

/** Messages `m` of the person of a conversation `c`, as sender or recipient: the buyer is one of the two in each message of a channel. */
const THEIRS = 'm.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id)'
export const TO_THEM = 'm.order_id = c.order_id AND m.channel = c.channel AND m.recipient_id = c.user_id'

/**
 * Laws on copies that exist for searches and lists, each compared with its original rows (docs/money.md, Laws). The night job runs these
 * queries; they must find nothing.
 */
export const COPY_LAWS: Record<string, Law> = {
  'every order is found by its buyer, and by each number that was asked for it': atNight(
    `
    SELECT o.id FROM orders o LEFT JOIN search_keys k ON k.thing_id = o.id LEFT JOIN orders_search s ON s.rowid = k.row
      WHERE 1 «o.id» AND s.rowid IS NULL
    UNION ALL SELECT o.id FROM ${FOUND_ORDERS}
      WHERE 1 «o.id» AND u.erased_at IS NULL AND (s.email <> u.email OR s.phone <> coalesce(u.phone, '')) AND ${IS_OF_LATEST}
    UNION ALL SELECT o.id FROM ${FOUND_ORDERS} JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE 1 «o.id» AND u.erased_at IS NULL AND instr(s.payers, g.phone) = 0`,
    SUBJECTS.order,
  ),
  'the zones of riders are those that they chose': atNight(
    `
    SELECT r.id FROM riders r, json_each(r.zones) j WHERE 1 «r.id» AND NOT EXISTS (
      SELECT 1 FROM rider_zones z WHERE z.zone_id = j.value AND z.rider_id = r.id)
    UNION ALL SELECT rider_zones.rider_id FROM rider_zones WHERE 1 «rider_zones.rider_id» AND NOT EXISTS (
      SELECT 1 FROM riders r, json_each(r.zones) j WHERE r.id = rider_zones.rider_id AND j.value = rider_zones.zone_id)`,
    SUBJECTS.rider,
  ),
  'a conversation counts its messages, ends with the last of them and is read up to its last mark': atNight(
    `
    SELECT c.order_id FROM conversations c WHERE 1 «c.order_id» AND (c.total <> (SELECT count(*) FROM messages m WHERE ${THEIRS})
      OR c.received <> (SELECT count(*) FROM messages m WHERE ${TO_THEM})
      OR c.last_message_id <> (SELECT m.id FROM messages m WHERE ${THEIRS} ORDER BY m.position DESC LIMIT 1)
      OR c.seen <> coalesce((SELECT max(r.seen) FROM read_marks r
        WHERE r.order_id = c.order_id AND r.channel = c.channel AND r.user_id = c.user_id), 0))`,
    SUBJECTS.order,
  ),
  'a feed counts its notifications and those that are unread': atNight(
    `
    SELECT w.user_id FROM (
      SELECT f.user_id, f.total, f.unread FROM feeds f WHERE 1 «f.user_id»
      UNION ALL SELECT n.user_id, -1, -(n.read_at IS NULL AND n.seq > coalesce(
        (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = n.user_id), 0)) FROM notifications n WHERE 1 «n.user_id») w
    GROUP BY w.user_id HAVING sum(w.total) <> 0 OR sum(w.unread) <> 0
    UNION ALL SELECT f.user_id FROM feeds f WHERE 1 «f.user_id» AND f.read_to <> coalesce(
      (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = f.user_id), 0)`,
    'k.user_id FROM notifications k WHERE k.user_id',
  ),
  'tickets of sellers whose plan has priority go first until they are closed, and no others': atNight(`
    SELECT t.id FROM tickets t WHERE t.status <> 'CLOSED' AND t.goes_first <> EXISTS (
      SELECT 1 FROM seller_profiles sp JOIN subscriptions s ON s.seller_profile_id = sp.id JOIN plans p ON p.id = s.plan_id
      WHERE sp.user_id = t.owner_id AND ${SUBSCRIPTION_STATES.current.inText('s.status')} AND p.priority_support = 1)`),
  "shops over what their seller's plan allows are hidden with what they sell, the youngest of the published, and no others":
    atNight(
      `
    SELECT q.id FROM (SELECT s.*, row_number() OVER (
        PARTITION BY s.seller_profile_id, s.status = 'PUBLISHED' ORDER BY s.published_at, s.id) AS place FROM shops s WHERE 1 «s.seller_profile_id») q
      JOIN subscriptions u ON u.seller_profile_id = q.seller_profile_id AND ${SUBSCRIPTION_STATES.current.inText('+u.status')} JOIN plans p ON p.id = u.plan_id
      WHERE q.over_plan <> (q.status = 'PUBLISHED' AND q.place > p.max_shops)
    UNION ALL SELECT s.id FROM shops s WHERE 1 «s.seller_profile_id» AND s.over_plan = 1
      AND (s.status <> 'PUBLISHED' OR EXISTS (SELECT 1 FROM products p WHERE p.shop_id = s.id AND p.visible = 1))`,
      'k.id FROM seller_profiles k WHERE k.id',
    ),
  'a message is in the conversations of both': atNight(
    `
    SELECT m.id FROM messages m WHERE 1 «m.order_id» AND 2 <> (SELECT count(*) FROM conversations c WHERE ${THEIRS})`,
    SUBJECTS.order,
  ),
}
