import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LAWS } from '../../src/domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '../../src/domain/money/ledger/night-laws.ts'
import { breakable, checkLaws, checkTouched, EVERY, IN_ORDER } from './laws.ts'
import { type Market, openMarket } from './market.ts'
import { OFFICE_BREAKS } from './office-breaks.ts'
import { newSimulation, type Simulation } from './simulation.ts'

let market: Market
let simulation: Simulation
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(() => {
  market.store.begin()
  simulation = newSimulation(1, market)
})
afterEach(() => market.store.forget())

const run = (sql: string) => void market.store.run({ sql, params: [] })
/** What a law reads and somebody can write: not json_each, and not the tables in which a full-text search keeps its words. */
const readsOf = (sql: string) =>
  [...market.store.touchOf(sql).reads]
    .map((read) => read.split('.') as [string, string])
    .filter(([table]) => table !== 'json_each' && !table.startsWith('orders_search_'))
const brokenBy = (check: () => unknown) => {
  check()
  return [...new Set(simulation.breaks.splice(0).map(({ law }) => law))].sort()
}

const AN_ORDER = `(SELECT id FROM orders WHERE status = 'COMPLETED' ORDER BY id LIMIT 1)`
const OF_SELLER = `(SELECT id FROM seller_profiles ORDER BY id LIMIT 1)`
const ANOTHER_SELLER = `(SELECT sp.id FROM seller_profiles sp WHERE sp.id <> seller_profile_id)`
const MONEY = `'B', '243810000001', 'airtel', 'CD', 1, 1`
const paidTwice = [
  `UPDATE payin_shares SET order_id = ${AN_ORDER} WHERE order_id <> ${AN_ORDER} AND payin_id IN (
    SELECT id FROM gateway_transactions WHERE purpose = 'ORDER' AND currency = 'USD')`,
  `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, created_at)
    SELECT 'i', 'x', 'HIGH', '', '', ${AN_ORDER}, 'paidTwice:1', 1`,
]

/** A write to each table that a law reads, after which a law is broken; some need something to be there before. */
const BREAKS: Record<string, { before?: string[]; write: string }> = {
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
  conversations: {
    write: `INSERT INTO conversations (order_id, channel, user_id, total, received, last_message_id, last_at)
      SELECT id, 'BUYER_SELLER', buyer_id, 1, 0, 'm', 1 FROM orders LIMIT 1`,
  },
  counters: { write: `UPDATE counters SET value = value + 1 WHERE name = 'users'` },
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
    write: `INSERT INTO one_time_tokens (id, purpose, user_id, secret_hash, expires_at, created_at)
      SELECT value, 'PASSWORD_RESET', (SELECT id FROM users LIMIT 1), 'x', 1, 1 FROM json_each('["a", "b"]')`,
  },
  order_days: { write: 'UPDATE order_days SET completed_orders = completed_orders + 1' },
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
  refund_days: { write: `INSERT INTO refund_days VALUES ('2020-01-01', 'USD', 1, 0)` },
  refunds: {
    write: `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
      SELECT 'r', ${AN_ORDER}, 999999, 'USD', 'FULL', 'SUCCEEDED', ${MONEY}`,
  },
  reports: {
    before: ['DROP TRIGGER count_reports_insert'],
    write: `INSERT INTO reports (id, type, target_id, reporter_id, reason_code, created_at, updated_at)
      SELECT 'r', 'SHOP', 'x', id, 'SPAM', 1, 1 FROM users LIMIT 1`,
  },
  rider_days: {
    write: `INSERT INTO rider_days (rider_id, day, currency, earned_minor, deliveries) VALUES ('r', '2026-09-01', 'USD', 1, 1)`,
  },
  rider_deliveries: { write: `INSERT INTO rider_deliveries VALUES ('r', '2020-01-01', 1)` },
  rider_zones: { write: `INSERT INTO rider_zones (zone_id, rider_id) VALUES ('z', 'r')` },
  riders: { write: 'UPDATE riders SET active_jobs = 1' },
  sales_days: { write: 'UPDATE sales_days SET refunds_minor = 7' },
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
  wallet_months: { write: `INSERT INTO wallet_months VALUES ('x', 'USD', '1970-01', 0, 5, 1)` },
}

describe('after a step only the laws that it can have broken are held', () => {
  it('there is a break through every table that a law reads', () => {
    const tables = new Set(EVERY.flatMap(({ test }) => readsOf(test).map(([table]) => table)))
    expect(Object.keys(BREAKS).sort()).toEqual([...tables].sort())
  })

  it.each(Object.keys(BREAKS))('a break through %s is found, with every law that it breaks', (table) => {
    const { before = [], write } = BREAKS[table] as { before?: string[]; write: string }
    for (const sql of before) run(sql)
    const already = brokenBy(() => checkLaws(simulation))
    market.store.takeWritten()
    run(write)
    const found = brokenBy(() => checkTouched(simulation, market.machines, market.lastMove))
    const all = brokenBy(() => checkLaws(simulation))
    expect(all.filter((law) => !already.includes(law))).not.toEqual([])
    expect(found.filter((law) => !already.includes(law))).toEqual(all.filter((law) => !already.includes(law)))
  })

  it('every column and table that a law reads brings it back', () => {
    for (const { name, test } of EVERY) {
      for (const [table, column] of readsOf(test)) {
        const writes = [`DELETE FROM ${table} WHERE 0`, `INSERT INTO ${table} SELECT * FROM ${table} WHERE 0`]
        if (column !== '' && column !== 'ROWID') writes.push(`UPDATE ${table} SET ${column} = ${column} WHERE 0`)
        for (const write of writes) {
          const held = breakable(simulation, market.store.touchOf(write)).map((law) => law.name)
          const byMoves = name === IN_ORDER && !write.startsWith('UPDATE')
          expect(held.includes(name), `${name}: ${write}`).toBe(!byMoves)
        }
      }
    }
  })

  it('what only triggers write counts as well, and a write of nothing does not', () => {
    const names = (sql: string) => breakable(simulation, market.store.touchOf(sql)).map(({ name }) => name)
    expect(names('INSERT INTO stock_movements SELECT * FROM stock_movements WHERE 0')).toContain(
      'what is held is the sum of the holds',
    )
    expect(names('UPDATE outbox SET attempts = attempts + 1')).toEqual([])
    market.store.takeWritten()
    run(`UPDATE orders SET status = 'REJECTED' WHERE id = 'nobody'`)
    expect([...market.store.takeWritten()]).toEqual([])
  })

  it('no foreign key changes a table by itself', () => {
    const actions = market.store.rows<{ sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE type = 'table' AND (sql LIKE '%ON DELETE CASCADE%' OR sql LIKE '%ON DELETE SET%' OR sql LIKE '%ON UPDATE CASCADE%' OR sql LIKE '%ON UPDATE SET%')`,
    )
    expect(actions).toEqual([])
  })
})

const ofAMessage = (position: number, toOther: number) => `
  INSERT INTO messages (id, order_id, channel, position, sender_id, recipient_id, sender_role, client_message_id, body, to_buyer, to_other, created_at)
  SELECT 'm', id, 'BUYER_SELLER', ${position}, buyer_id, 'x', 'BUYER', 'm', '', 0, ${toOther}, 1 FROM orders LIMIT 1`
const ofAConversation = (channel: string, userId: string, received: number, shownTo: string) => `
  INSERT INTO conversations (order_id, channel, user_id, total, received, last_message_id, last_at, shown_to)
  SELECT id, '${channel}', ${userId}, 1, ${received}, 'm', 1, ${shownTo} FROM orders LIMIT 1`

/** What breaks a law that no write above breaks. */
const ALONE: Record<string, string[]> = {
  'an order holds its money while it is under way, and nothing once it has ended without a debt': [
    `UPDATE accounts SET balance_minor = balance_minor + 7 WHERE code GLOB 'order:*:held'`,
  ],
  'one code sends one withdrawal: no two can be known within the same instant': [
    `INSERT INTO payouts (id, owner_id, owner_kind, requested_by, account, amount_minor, currency, status, gateway, phone, network, country, created_at, updated_at)
      SELECT value, ${OF_SELLER}, 'seller', 'x', 'x', 5, 'USD', 'COMPLETED', ${MONEY} FROM json_each('["p", "q"]')`,
  ],
  'orders of one checkout are of one buyer, each of another shop': [`UPDATE orders SET checkout_id = 'c'`],
  'a payin of a checkout is for orders of it, each in one currency': [
    `UPDATE gateway_transactions SET purpose = 'CHECKOUT' WHERE purpose = 'ORDER'`,
    `UPDATE orders SET checkout_id = 'c'`,
  ],
  'the second address of an account is not its first': [`UPDATE users SET secondary_email = email WHERE name = 'P 11'`],
  'every move of moderation follows the one before it': [`UPDATE moderation_events SET from_status = 'REJECTED'`],
  'every move of moderation is a version of its product': [`UPDATE moderation_events SET version = version + 100`],
  'the pictures of a product stand in a row': ['UPDATE product_images SET position = position + 1'],
  'guests see only what is there, published and allowed by moderation': [
    `UPDATE products SET moderation_status = 'REJECTED'`,
    'UPDATE products SET visible = 1',
  ],
  'the messages of a channel stand in a row': [ofAMessage(2, 1)],
  'a message has its number for whom it is': [ofAMessage(1, 5)],
  'unread is what the others wrote after the last mark': [ofAConversation('BUYER_SELLER', 'buyer_id', 1, 'NULL')],
  'a rider is shown a conversation while the job is theirs': [ofAConversation('BUYER_RIDER', `'nobody'`, 0, '1')],
  'a notice of business opens what it tells of': [
    `INSERT INTO notifications (id, user_id, type, title, body, data, created_at)
      SELECT 'n', id, 'order.paid', '', '', '{}', 1 FROM users LIMIT 1`,
  ],
}

describe('a law that the simulation alone holds', () => {
  const laws = EVERY.filter(({ name }) => !(name in LAWS || name in NIGHT_LAWS))
  const broken = (writes: string[]) => {
    run('SAVEPOINT alone')
    for (const sql of writes) run(sql)
    const found = brokenBy(() => checkLaws(simulation, laws))
    run('ROLLBACK TO alone')
    return found
  }

  it.each(Object.keys(ALONE))('is broken on purpose: %s', (law) => {
    expect(broken([])).toEqual([])
    expect(broken(ALONE[law] as string[])).toContain(law)
  })

  it('there is a way to break each', () => {
    const found = new Set(Object.keys(ALONE))
    for (const { before = [], write } of Object.values(BREAKS))
      for (const law of broken([...before, write])) found.add(law)
    expect(laws.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([])
  })
})
