import { DAY_TOTAL_LAWS } from '#db/day-totals-sql.ts'
import { atNight, type Law, SUBJECTS, wholes } from '#db/law.ts'
import { SUBSCRIPTION_PAYMENT_STATES, SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { LAST_SEALED_DAY } from '#db/sealed.ts'
import { COPY_LAWS } from './copy-laws.ts'
import { REVIEW_LAWS } from './review-laws.ts'

/** The day of an instant in Lubumbashi and Kigali, as `dayOf` of the kernel says it. */
const dayIn = (instant: string) => `date(${instant} / 1000 + 7200, 'unixepoch')`

/** The month of the same instant, as `monthOf` of the kernel says it. */
const monthIn = (instant: string) => `strftime('%Y-%m', ${instant} / 1000 + 7200, 'unixepoch')`

/**
 * Totals and copies that are kept as things happen, each against the rows that it is of (docs/money.md, Laws): too long to be
 * looked at in every hour.  */
export const DECLARED_AT_NIGHT: Record<string, Law> = {
  'what riders earned by day is what was paid to them': atNight(
    `
    SELECT w.rider_id FROM (
      SELECT d.rider_id, d.day, d.currency, d.earned_minor, d.deliveries FROM rider_days d WHERE 1 «d.rider_id»
      UNION ALL SELECT substr(t.to_account, 7, length(t.to_account) - 16), ${dayIn('t.created_at')}, t.currency, -t.amount_minor, -1
        FROM transfers t WHERE +t.kind = 'order:rider' «t.to_account rider: :available») w
    WHERE w.day > ${LAST_SEALED_DAY}
    GROUP BY w.rider_id, w.day, w.currency HAVING sum(w.earned_minor) <> 0 OR sum(w.deliveries) <> 0`,
    'k.id FROM riders k WHERE k.id',
  ),
  'the totals of expenses are those of their rows': atNight(`
    SELECT w.day FROM (
      SELECT t.day, t.status, t.category, t.currency, t.count, t.amount_minor FROM expense_totals t
      UNION ALL SELECT e.day, e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e
      UNION ALL SELECT '', e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e) w
    GROUP BY w.day, w.status, w.category, w.currency HAVING sum(w.count) <> 0 OR sum(w.amount_minor) <> 0`),
  'the bytes that a person holds are those of their files': atNight(
    `
    SELECT w.owner_id FROM (
      SELECT h.owner_id, h.bytes FROM held_bytes h WHERE 1 «h.owner_id» UNION ALL SELECT f.owner_id, -f.bytes FROM stored_files f WHERE 1 «f.owner_id») w
    GROUP BY w.owner_id HAVING sum(w.bytes) <> 0`,
    'k.id FROM users k WHERE k.id',
  ),
  'what orders come to is the sum of the orders': atNight(`
    SELECT status FROM (
      SELECT status, currency, orders, amount_minor FROM order_totals
      UNION ALL SELECT o.status, o.currency, -o.orders, -o.amount_minor FROM order_days o)
    GROUP BY status, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0`),
  'a payment of a subscription that cost something has its invoice, of its amount; given back, a void one': atNight(
    `
    SELECT p.id FROM subscription_payments p LEFT JOIN invoices i ON i.subscription_payment_id = p.id
    WHERE 1 «p.id» AND p.amount_minor > 0 AND (${SUBSCRIPTION_PAYMENT_STATES.received.inText('p.status')}) <> (i.id IS NOT NULL)
    UNION ALL SELECT i.id FROM invoices i JOIN subscription_payments p ON p.id = i.subscription_payment_id
    WHERE 1 «p.id» AND (i.total_minor <> p.amount_minor OR i.currency <> p.currency OR i.status = 'ISSUED'
      OR (p.status = 'REFUNDED' AND i.status <> 'VOID'))`,
    SUBJECTS.payment,
  ),
  'the tax of an invoice is what its rate finds in its total, and its lines are the rest': atNight(
    `
    SELECT i.id FROM invoices i
    WHERE 1 «i.id» AND (i.tax_minor <> (2 * i.total_minor * i.tax_bps + 10000 + i.tax_bps) / (2 * (10000 + i.tax_bps))
      OR i.total_minor <> i.subtotal_minor + i.tax_minor OR i.subtotal_minor <> (SELECT sum(l.value ->> 'amountMinor') FROM json_each(i.lines) l))`,
    'k.id FROM invoices k WHERE k.id',
  ),
  'the numbers of invoices follow each other in each year': atNight(`
    SELECT w.year FROM (
      SELECT substr(c.name, 17) AS year, c.value AS taken, 0 AS there, 0 AS last FROM counters c WHERE c.name GLOB 'series:invoices:*'
      UNION ALL SELECT substr(i.number, 5, 4), 0, 1, CAST(substr(i.number, 10) AS integer) FROM invoices i) w
    GROUP BY w.year HAVING sum(w.taken) <> sum(w.there) OR max(w.last) <> sum(w.there)`),
  'what subscriptions brought by day is what was paid for them, and how they began and ended': atNight(`
    SELECT w.day FROM (
      SELECT d.day, d.currency, d.paid_minor AS paid, d.returned_minor AS returned, d.started, d.ended FROM subscription_days d
      UNION ALL SELECT ${dayIn('h.at')}, s.currency, 0, 0, -(${SUBSCRIPTION_STATES.current.inText('h.to_status')}), -(${SUBSCRIPTION_STATES.current.notInText('h.to_status')})
        FROM subscriptions s JOIN history h ON h.thing_id = s.id
        WHERE (${SUBSCRIPTION_STATES.current.inText('h.to_status')}) <> (${SUBSCRIPTION_STATES.current.inText("coalesce(h.from_status, '')")})
      UNION ALL SELECT ${dayIn('h.at')}, p.currency, -p.amount_minor * (h.to_status = 'SUCCEEDED'), -p.amount_minor * (h.to_status = 'REFUNDED'), 0, 0
        FROM subscription_payments p JOIN history h ON h.thing_id = p.id
        WHERE ${SUBSCRIPTION_PAYMENT_STATES.received.inText('h.to_status')} AND p.amount_minor > 0) w
    GROUP BY w.day, w.currency HAVING sum(w.paid) <> 0 OR sum(w.returned) <> 0 OR sum(w.started) <> 0 OR sum(w.ended) <> 0`),
  'what subscriptions bring in a month or a year is what they cost': atNight(`
    SELECT w.name FROM (
      SELECT c.name, c.value FROM counters c WHERE c.name GLOB 'mrr:*'
      UNION ALL SELECT 'mrr:' || s.currency || ':' || s.billing_cycle, -s.price_minor FROM subscriptions s
        WHERE s.status = 'ACTIVE' AND s.price_minor > 0) w
    GROUP BY w.name HAVING sum(w.value) <> 0`),
  'a month of a wallet opens with what the one before it closed with, and moves by its lines': atNight(
    `
    SELECT w.owner_id FROM (
      SELECT m.owner_id, m.currency, m.month, m.amount_minor, m.lines FROM wallet_months m WHERE m.sha256 IS NULL «m.owner_id»
      UNION ALL SELECT e.owner_id, e.currency, ${monthIn('e.created_at')}, -e.amount_minor, -1 FROM wallet_entries e WHERE 1 «e.owner_id») w
    GROUP BY w.owner_id, w.currency, w.month HAVING sum(w.amount_minor) <> 0 OR sum(w.lines) <> 0
    UNION ALL SELECT m.owner_id FROM wallet_months m WHERE 1 «m.owner_id» AND m.opening_minor <> coalesce((
      SELECT b.opening_minor + b.amount_minor FROM wallet_months b
      WHERE b.owner_id = m.owner_id AND b.currency = m.currency AND b.month < m.month ORDER BY b.month DESC LIMIT 1), 0)`,
    'k.owner_id FROM wallet_entries k WHERE k.owner_id',
  ),
  ...DAY_TOTAL_LAWS,
  ...COPY_LAWS,
  ...REVIEW_LAWS,
}

/** The queries of all things of each law of the night. */
export const NIGHT_LAWS: Record<string, string> = wholes(DECLARED_AT_NIGHT)
