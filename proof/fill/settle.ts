import type { DatabaseSync } from 'node:sqlite'
import { getTableName } from 'drizzle-orm'
import { recount } from '#db/counter-sql.ts'
import { COUNTERS } from '#db/counters.ts'
import { DAY_TOTALS } from '#db/day-totals.ts'
import { sumAnew } from '#db/day-totals-sql.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'
import { rebuildSearch, searchTables } from '../../scripts/restore/search.ts'

const dayOf = (instant: string) => `date(${instant} / 1000 + 7200, 'unixepoch')`
const monthOf = (instant: string) => `strftime('%Y-%m', ${instant} / 1000 + 7200, 'unixepoch')`
const yearOf = (instant: string) => `strftime('%Y', ${instant} / 1000 + 7200, 'unixepoch')`
const neverNegative = (code: string) =>
  `(${code} = 'refunds:inFlight' OR ${code} GLOB '*:held' OR ${code} GLOB '*:pending' OR ${code} GLOB '*:reserved')`

/** Counters that no table of families keeps, each as its trigger in src/db/triggers adds it up. */
const COUNTED = [
  `SELECT 'earned:' || t.to_account || ':' || t.currency, sum(t.amount_minor) FROM transfers t
    WHERE t.to_account GLOB '*:available' AND (t.from_account GLOB '*:pending' OR t.from_account GLOB '*:held' OR t.kind = 'order:rider') GROUP BY 1`,
  `SELECT 'mrr:' || s.currency || ':' || s.billing_cycle, sum(s.price_minor) FROM subscriptions s
    WHERE s.status = 'ACTIVE' AND s.price_minor > 0 GROUP BY 1`,
  `SELECT 'keys:' || substr(k.scope, 1, 36), count(*) FROM idempotency_keys k GROUP BY 1`,
  `SELECT 'series:orders:' || substr(o.number, 5, 4), max(CAST(substr(o.number, 10) AS INTEGER)) FROM orders o GROUP BY 1`,
  `SELECT 'series:invoices:' || substr(i.number, 5, 4), count(*) FROM invoices i GROUP BY 1`,
]

const isCurrent = (status: string) => `(${SUBSCRIPTION_STATES.current.inText(status)})`

/** Rows that triggers would have kept beside the others, computed of all of them at once. */
const COMPUTED = [
  `UPDATE invoices SET number = printf('FAC-%s-%06d', w.year, w.place) FROM (
      SELECT id AS invoice, year, row_number() OVER (PARTITION BY year ORDER BY issued_at, id) AS place
      FROM (SELECT id, issued_at, ${yearOf('issued_at')} AS year FROM invoices)) w WHERE w.invoice = id`,
  `DELETE FROM accounts`,
  `INSERT INTO accounts (code, currency, balance_minor, may_overdraw) SELECT code, currency, sum(amount_minor), NOT ${neverNegative('code')}
    FROM (SELECT to_account AS code, currency, amount_minor FROM transfers
      UNION ALL SELECT from_account, currency, -amount_minor FROM transfers) GROUP BY 1, 2`,
  `UPDATE wallet_entries SET balance_after_minor = w.balance FROM (SELECT id AS entry, sum(amount_minor) OVER (
      PARTITION BY owner_id, currency ORDER BY created_at, id) AS balance FROM wallet_entries) w WHERE w.entry = id`,
  `INSERT INTO wallet_months (owner_id, currency, month, opening_minor, amount_minor, lines)
    SELECT owner_id, currency, month, sum(amount) OVER (PARTITION BY owner_id, currency ORDER BY month) - amount, amount, lines
    FROM (SELECT owner_id, currency, ${monthOf('created_at')} AS month, sum(amount_minor) AS amount, count(*) AS lines
      FROM wallet_entries GROUP BY 1, 2, 3)`,
  `UPDATE variants SET stock = m.amount FROM (SELECT variant_id, sum(amount) AS amount FROM stock_movements GROUP BY 1) m WHERE m.variant_id = id`,
  `UPDATE variants SET held = h.quantity FROM (SELECT variant_id, sum(quantity) AS quantity FROM stock_holds GROUP BY 1) h WHERE h.variant_id = id`,
  `UPDATE seller_profiles SET product_count = p.products
    FROM (SELECT seller_profile_id, count(*) AS products FROM products GROUP BY 1) p WHERE p.seller_profile_id = id`,
  `UPDATE riders SET active_jobs = d.jobs, completed_count = d.done FROM (SELECT rider_id, sum(status = 'DELIVERED') AS done,
      sum(${DELIVERY_STATES.job.inText('status')}) AS jobs FROM deliveries GROUP BY 1) d WHERE d.rider_id = id`,
  `INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, r.id FROM riders r, json_each(r.zones) j`,
  `INSERT INTO rider_days (rider_id, day, currency, earned_minor, deliveries)
    SELECT substr(to_account, 7, length(to_account) - 16), ${dayOf('created_at')}, currency, sum(amount_minor), count(*)
    FROM transfers WHERE kind = 'order:rider' GROUP BY 1, 2, 3`,
  `INSERT INTO order_totals (status, currency, orders, amount_minor) SELECT status, currency, count(*), sum(total_minor) FROM orders GROUP BY 1, 2`,
  `INSERT INTO held_bytes (owner_id, bytes) SELECT owner_id, sum(bytes) FROM stored_files GROUP BY 1`,
  `DELETE FROM feeds`,
  `INSERT INTO feeds (user_id, total, unread, read_to) SELECT user_id, count(*), sum(read_at IS NULL), 0 FROM notifications GROUP BY 1`,
  `INSERT INTO subscription_days (day, currency, paid_minor, started, ended)
    SELECT day, currency, sum(paid), sum(started), sum(ended) FROM (
      SELECT ${dayOf('h.at')} AS day, s.currency, 0 AS paid, ${isCurrent('h.to_status')} AS started, NOT ${isCurrent('h.to_status')} AS ended
        FROM subscriptions s JOIN history h ON h.thing_id = s.id
        WHERE ${isCurrent('h.to_status')} <> ${isCurrent("coalesce(h.from_status, '')")}
      UNION ALL SELECT ${dayOf('h.at')}, p.currency, p.amount_minor, 0, 0
        FROM subscription_payments p JOIN history h ON h.thing_id = p.id WHERE h.to_status = 'SUCCEEDED') GROUP BY 1, 2`,
  ...[...new Set(Object.values(DAY_TOTALS).map(({ into }) => getTableName(into)))].flatMap(sumAnew),
  ...[...new Set(Object.values(COUNTERS).map(({ table }) => getTableName(table)))].flatMap(recount),
  // All of it was proved, as after an hour.
  `UPDATE accounts SET proved_minor = balance_minor`,
  `UPDATE variants SET proved = stock`,
  `UPDATE law_marks SET proved_to = (SELECT max(rowid) FROM transfers) WHERE name = 'accounts'`,
  `UPDATE law_marks SET proved_to = (SELECT max(rowid) FROM stock_movements) WHERE name = 'variants'`,
  ...COUNTED.map(
    (rows) => `INSERT INTO counters (name, value) ${rows} ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  ),
]

/**
 * Computes totals, balances and the rows that are searched, in a database without triggers.
 * @param now the moment at which the market stands: its gateways have been compared up to the day before
 */
export function settle(db: DatabaseSync, now: number): void {
  db.exec('BEGIN')
  const yesterday = new Date(now - 86_400_000).toISOString().slice(0, 10)
  for (const gateway of GATEWAY_IDS)
    db.prepare('INSERT INTO compared_nights (gateway, day, updated_at) VALUES (?, ?, ?)').run(gateway, yesterday, now)
  for (const statement of COMPUTED) db.exec(statement)
  rebuildSearch(db)
  // Each would otherwise be merged by the first write that comes.
  for (const name of searchTables(db)) db.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`)
  db.exec('COMMIT')
}
