import { OFFICE_BREAKS } from './office-breaks.ts'

const AN_ORDER = `(SELECT id FROM orders WHERE status = 'COMPLETED' ORDER BY id LIMIT 1)`
export const OF_SELLER = `(SELECT id FROM seller_profiles ORDER BY id LIMIT 1)`
const ANOTHER_SELLER = `(SELECT sp.id FROM seller_profiles sp WHERE sp.id <> seller_profile_id)`
export const MONEY = `'B', '243810000001', 'airtel', 'CD', 1, 1`
const paidTwice = [
  `UPDATE payin_shares SET order_id = ${AN_ORDER} WHERE order_id <> ${AN_ORDER} AND payin_id IN (
    SELECT id FROM gateway_transactions WHERE purpose = 'ORDER' AND currency = 'USD')`,
  `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, created_at)
    SELECT 'i', 'x', 'HIGH', '', '', ${AN_ORDER}, 'paidTwice:1', 1`,
]

/** A write to each table that a law reads, after which a law is broken; some need something to be there before. */
export const BREAKS: Record<string, { before?: string[]; write: string }> = {
  accounts: { write: `UPDATE accounts SET balance_minor = balance_minor + 1 WHERE code GLOB '*:available'` },
  addresses: {
    write: `INSERT INTO addresses (id, user_id, label, recipient_name, phone, country, city, created_at, updated_at)
      SELECT 'a', id, '', '', '', 'CD', '', 1, 1 FROM users WHERE name = 'P 11'`,
  },
  backup_codes: { write: 'DELETE FROM backup_codes WHERE rowid = (SELECT min(rowid) FROM backup_codes)' },
  audit: {
    before: ['DROP TRIGGER count_audit_insert'],
    write: `INSERT INTO audit (id, action, target_id, details, at) VALUES ('a', 'post.create', 'x', '{}', 1)`,
  },
  closed_sales: {
    before: ['UPDATE shops SET closed_from = 1'],
    write: `INSERT INTO payin_shares (payin_id, order_id, ref, amount_minor)
      SELECT g.id, o.id, 'again', 1 FROM gateway_transactions g, orders o
      WHERE NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.payin_id = g.id AND w.order_id = o.id) LIMIT 1`,
  },
  conversations: {
    write: `INSERT INTO conversations (order_id, channel, user_id, total, received, last_message_id, last_at)
      SELECT id, 'BUYER_SELLER', buyer_id, 1, 0, 'm', 1 FROM orders LIMIT 1`,
  },
  bookings: {
    write: `INSERT INTO bookings (id, kind, status, amount_minor, currency, reference, folded_reference, note, requested_by, confirmed_by,
        created_at, updated_at) VALUES ('b', 'ROUNDING', 'BOOKED', 5, 'USD', 'x', 'x', 'x', 'x', 'y', 1, 1)`,
  },
  counters: { write: `UPDATE counters SET value = value + 1 WHERE name = 'users'` },
  compared_nights: {
    write: `INSERT OR REPLACE INTO compared_nights (gateway, day, updated_at) VALUES ('A', '2999-01-01', 1), ('B', '2999-01-01', 1)`,
  },
  fee_days: {
    write: `INSERT INTO fee_days (day, gateway, currency, count, amount_minor) VALUES ('2020-01-01', 'B', 'USD', 1, 5)`,
  },
  deliveries: { before: [`UPDATE deliveries SET status = 'RETURNING'`], write: 'DELETE FROM deliveries' },
  delivery_days: { write: `INSERT INTO delivery_days VALUES ('2020-01-01', 'USD', 1, 0, 0, 0)` },
  documents: {
    write: `INSERT INTO documents (id, owner_id, kind, key, content_type, size, created_at, subject_id, message_id)
      SELECT 'd', buyer_id, 'ATTACHMENT', 'd', '', 1, 1, id, 'nobody' FROM orders LIMIT 1`,
  },
  expense_days: { write: `INSERT INTO expense_days VALUES ('2020-01-01', 'USD', 1, 0)` },
  expense_totals: { write: `INSERT INTO expense_totals VALUES ('', 'PENDING', 'RENT', 'USD', 1, 5)` },
  expenses: {
    write: `INSERT INTO expenses (id, label, category, amount_minor, currency, incurred_at, day, status, created_by, created_at, updated_at)
      VALUES ('e', 'x', 'RENT', 5, 'USD', 1, '1970-01-01', 'APPROVED', 'x', 1, 1)`,
  },
  gateway_transactions: { write: `UPDATE gateway_transactions SET status = 'failed' WHERE status = 'succeeded'` },
  held_bytes: { write: `INSERT INTO held_bytes VALUES ('nobody', 5)` },
  heartbeats: {
    before: [
      `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
        VALUES ('h', 'h', 1, 'USD', 'FULL', 'REQUESTED', ${MONEY})`,
    ],
    write: `INSERT INTO heartbeats (job, created_at, succeeded_at) VALUES ('reportWaitingRefunds', 1, 1000000000)`,
  },
  history: {
    write: `INSERT INTO history (thing_id, version, thing, event, from_status, to_status, at) VALUES ('x', 7, 'x', 'x', 'a', 'b', 1)`,
  },
  identities: {
    before: [
      `UPDATE users SET erased_at = 1, deleted_at = 1, email = 'efface-1', phone = NULL, password_hash = NULL WHERE name = 'P 11'`,
    ],
    write: `INSERT INTO identities (provider, subject, user_id, email, linked_at) SELECT 'google', 'x', id, '', 1 FROM users WHERE name = 'P 11'`,
  },
  ...OFFICE_BREAKS,
  incidents: { before: paidTwice, write: 'DELETE FROM incidents' },
  invoices: {
    before: ['DROP TRIGGER count_invoices_insert'],
    write: `INSERT INTO invoices (id, number, seller_profile_id, subscription_payment_id, issuer, buyer, lines, subtotal_minor, tax_bps,
        tax_minor, total_minor, currency, status, issued_at, created_at, updated_at)
      SELECT 'i', 'FAC-2026-000777', seller_profile_id, id, '{}', '{}', '[]', 777, 0, 0, 777, currency, 'PAID', 1, 1, 1
      FROM subscription_payments LIMIT 1`,
  },
  kyc: {
    before: ['DROP TRIGGER count_kyc_insert'],
    write: `INSERT INTO kyc (id, seller_profile_id, status, version, created_at, updated_at)
      SELECT 'k', ${OF_SELLER}, 'APPROVED', 1, 1, 1`,
  },
  late_claims: {
    before: ['UPDATE gateway_transactions SET sent_at = NULL'],
    write: `UPDATE gateway_transactions SET sent_at = 1 WHERE purpose = 'ORDER'`,
  },
  messages: {
    write: `INSERT INTO messages (id, order_id, channel, position, sender_id, recipient_id, sender_role, client_message_id, body, to_buyer, to_other, created_at)
      SELECT 'm', id, 'BUYER_SELLER', 1, buyer_id, 'x', 'BUYER', 'm', '', 0, 1, 1 FROM orders LIMIT 1`,
  },
  moderation_events: { write: `UPDATE moderation_events SET to_status = 'REJECTED'` },
  one_time_tokens: {
    write: `INSERT INTO one_time_tokens (id, purpose, user_id, secret_hash, expires_at, created_at, consumed_at)
      SELECT value, 'PASSWORD_RESET', (SELECT id FROM users LIMIT 1), 'x', 9, 1, nullif(value, 1) FROM json_each('[1, 2]')`,
  },
  order_days: { write: 'UPDATE order_days SET orders = orders + 1' },
  order_items: { write: 'UPDATE order_items SET quantity = 9, line_total_minor = unit_price_minor * 9' },
  orders: { write: `UPDATE orders SET status = 'REJECTED'` },
  orders_search: { write: `UPDATE orders_search SET email = ''` },
  payin_shares: { write: 'UPDATE payin_shares SET amount_minor = amount_minor + 1' },
  payout_days: { write: `INSERT INTO payout_days VALUES ('2020-01-01', 'USD', 1, 0)` },
  payouts: {
    write: `INSERT INTO payouts (id, owner_id, owner_kind, requested_by, account, amount_minor, currency, status, gateway, phone, network, country, created_at, updated_at)
      SELECT 'p', ${OF_SELLER}, 'seller', 'x', 'x', 5, 'USD', 'COMPLETED', ${MONEY}`,
  },
  plan_prices: {
    before: ['UPDATE subscription_payments SET amount_minor = 500'],
    write: 'UPDATE plan_prices SET amount_minor = 500 WHERE amount_minor = 0',
  },
  order_totals: { write: 'UPDATE order_totals SET orders = orders + 1' },
  posts: {
    before: ['DROP TRIGGER count_posts_insert'],
    write: `INSERT INTO posts (id, title, slug, excerpt, body, tags, locale, created_at, updated_at)
      VALUES ('p', '', 'p', '', '', '[]', 'fr', 1, 1)`,
  },
  stored_files: {
    before: ['DROP TRIGGER files_stored'],
    write: `INSERT INTO stored_files (key, owner_id, bytes) VALUES ('x', 'nobody', 5)`,
  },
  product_images: { write: 'DELETE FROM product_images' },
  product_sales: { write: 'UPDATE product_sales SET quantity = quantity + 1' },
  products: { write: `UPDATE products SET seller_profile_id = ${ANOTHER_SELLER}` },
  quotes: {
    write: `INSERT INTO quotes (id, user_id, cart_version, fulfillment_method, groups, expires_at, created_at, used_at)
      SELECT value, (SELECT id FROM users LIMIT 1), 1, 'PICKUP', '[]', 1, 1, nullif(value, 1) FROM json_each('[1, 2]')`,
  },
  read_marks: {
    write: `INSERT INTO read_marks (order_id, channel, user_id, seen_before, seen, at)
      SELECT id, 'BUYER_SELLER', buyer_id, 3, 4, 1 FROM orders LIMIT 1`,
  },
  refund_attempts: {
    before: [
      `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
        VALUES ('a', 'a', 1, 'USD', 'FULL', 'REJECTED', ${MONEY})`,
    ],
    write: `INSERT INTO refund_attempts (refund_id, number, status, amount_minor, currency, parts, phone_minor, phone_currency, phone, created_at)
      VALUES ('a', 1, 'OPEN', 1, 'USD', '{"held":1}', 1, 'USD', '', 1)`,
  },
  refund_days: { write: `INSERT INTO refund_days VALUES ('2020-01-01', 'USD', 1, 0)` },
  refund_requests: {
    before: [
      `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
        VALUES ('q', 'q', 1, 'USD', 'FULL', 'REJECTED', ${MONEY})`,
    ],
    write: `INSERT INTO refund_requests (id, refund_id, requested_by, amount_minor, kind, phone, network, country, state, expires_at, created_at)
      VALUES ('q', 'q', 'q', 1, 'FULL', '', '', 'CD', '', 1, 1)`,
  },
  refunds: {
    write: `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
      SELECT 'r', ${AN_ORDER}, 999999, 'USD', 'FULL', 'SUCCEEDED', ${MONEY}`,
  },
  reports: {
    before: ['DROP TRIGGER count_reports_insert'],
    write: `INSERT INTO reports (id, type, target_id, reporter_id, reason_code, created_at, updated_at)
      SELECT 'r', 'SHOP', 'x', id, 'SPAM', 1, 1 FROM users LIMIT 1`,
  },
  review_sums: { write: `INSERT INTO review_sums (target_id, rating, count) VALUES ('nobody', 5, 1)` },
  reviews: {
    before: ['DROP TRIGGER count_reviews_insert', 'DROP TRIGGER reviews_counted'],
    write: `INSERT INTO reviews (id, order_id, target_type, target_id, shop_id, author_id, rating, status, created_at, updated_at)
      SELECT 'v', id, 'SHOP', 'x', shop_id, buyer_id, 5, 'VISIBLE', 1, 1 FROM orders LIMIT 1`,
  },
  rider_days: {
    write: `INSERT INTO rider_days (rider_id, day, currency, earned_minor, deliveries) VALUES ('r', '2026-09-01', 'USD', 1, 1)`,
  },
  rider_deliveries: { write: `INSERT INTO rider_deliveries VALUES ('r', '2020-01-01', 1)` },
  rider_zones: { write: `INSERT INTO rider_zones (zone_id, rider_id) VALUES ('z', 'r')` },
  riders: { write: 'UPDATE riders SET active_jobs = 1' },
  sales_days: { write: 'UPDATE sales_days SET refunds_minor = 7' },
  sealed_files: {
    write: `INSERT INTO sealed_files (n, key, sha256, bytes, written, orders, total_minor, last_day, created_at)
      VALUES (7, 'x', 'x', 1, 2, 1, 5, '', 1)`,
  },
  search_keys: { write: 'DELETE FROM search_keys' },
  seller_profiles: { write: 'UPDATE seller_profiles SET shop_count = 9' },
  seller_sales: { write: 'UPDATE seller_sales SET orders = orders + 1 WHERE span = 64' },
  sessions: {
    before: [`UPDATE users SET blocked_at = 1 WHERE name = 'P 11'`],
    write: `UPDATE sessions SET revoked_at = NULL, user_id = (SELECT id FROM users WHERE name = 'P 11')`,
  },
  shops: { write: `UPDATE shops SET seller_profile_id = ${ANOTHER_SELLER}` },
  stock_holds: {
    write: `INSERT INTO stock_holds (order_id, variant_id, quantity) SELECT ${AN_ORDER}, id, 1 FROM variants WHERE stock > 0 LIMIT 1`,
  },
  stock_movements: {
    write: `INSERT INTO stock_movements (id, variant_id, type, amount, order_id, created_at)
      SELECT 'm', variant_id, 'RETURN', 5, order_id, 1 FROM stock_movements WHERE type = 'SALE' LIMIT 1`,
  },
  subscription_days: {
    write: `INSERT INTO subscription_days (day, currency, started) VALUES ('2020-01-01', 'USD', 1)`,
  },
  subscription_payments: {
    before: ['DROP TRIGGER count_subscription_payments_insert'],
    write: `INSERT INTO subscription_payments (id, subscription_id, seller_profile_id, amount_minor, currency, status, expires_at, created_at, updated_at)
      SELECT 'p', id, seller_profile_id, 1, currency, 'EXPIRED', 1, 1, 1 FROM subscriptions LIMIT 1`,
  },
  subscriptions: {
    before: ['DROP INDEX subscriptions_live'],
    write: `INSERT INTO subscriptions (id, seller_profile_id, plan_id, billing_cycle, currency, status, created_at, updated_at)
      SELECT 's', seller_profile_id, plan_id, billing_cycle, currency, status, 1, 1 FROM subscriptions LIMIT 1`,
  },
  totp: { write: 'UPDATE totp SET confirmed_at = NULL' },
  transfers: {
    write: `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
      VALUES ('t', 'order:paid', 'nobody', 'gatewayB:clearing', 'platform:cash', 1, 'USD', 1)`,
  },
  user_days: { write: 'UPDATE user_days SET users = users + 1' },
  users: { write: `UPDATE users SET role = 'BUYER' WHERE role = 'ADMIN'` },
  variants: { write: 'UPDATE variants SET held = 1 WHERE stock > 0' },
  wallet_entries: {
    write: `INSERT INTO wallet_entries (id, owner_id, type, amount_minor, currency, balance_after_minor, created_at)
      VALUES ('w', 'x', 'PAYOUT', -5, 'USD', -5, 1)`,
  },
  wallet_months: {
    write: `INSERT INTO wallet_months (owner_id, currency, month, opening_minor, amount_minor, lines) VALUES ('x', 'USD', '1970-01', 0, 5, 1)`,
  },
}
