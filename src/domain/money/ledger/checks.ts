import { TOTAL_LAWS } from '#db/counter-sql.ts'
import { ATTEMPT_DIRECTIONS, ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { SUBSCRIPTION_PAYMENT_STATES, SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { BOOKING_LAWS } from './booking-laws.ts'
import { EXPENSE_LAWS } from './expense-laws.ts'
import { HAND_LAWS } from './hand-laws.ts'
import { PAYMENT_LAWS } from './payment-laws.ts'
import { REFUND_LAWS } from './refund-laws.ts'
import { SEALING_LAWS } from './sealing-laws.ts'
import { STOCK_LAWS } from './stock-laws.ts'

/** Kinds of transfers, as a list in SQL. */
const kinds = (...all: TransferKind[]) => `(${all.map((kind) => `'${kind}'`).join(', ')})`

const kind = (one: TransferKind) => `'${one}'`
/** The incident that says to give back the money of a subscription's payment `sp`. */
const GIVEN_BACK = `
  SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = 'subscription:' || g.id WHERE g.subject_id = sp.id`
/** Months since year 0 of an instant, in UTC+2. */
const monthOf = (instant: string) =>
  `(strftime('%Y', ${instant} / 1000 + 7200, 'unixepoch') * 12 + strftime('%m', ${instant} / 1000 + 7200, 'unixepoch'))`

/** The laws of docs/money.md, Laws, each a query that must find nothing, whatever happened before. */
export const LAWS: Record<string, string> = {
  'every account is the sum of its transfers': `
    SELECT a.code, a.currency FROM accounts a WHERE a.balance_minor <>
      coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.to_account = a.code AND t.currency = a.currency), 0) -
      coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.from_account = a.code AND t.currency = a.currency), 0)`,
  'all accounts of a currency sum to zero': `SELECT currency FROM accounts GROUP BY currency HAVING sum(balance_minor) <> 0`,
  'no account that may not be negative is': `
    SELECT code FROM accounts WHERE balance_minor < 0 AND
      (code = 'refunds:inFlight' OR code GLOB '*:held' OR code GLOB '*:pending' OR code GLOB '*:reserved')`,
  'what the platform earned is not below zero': `
    SELECT code FROM accounts WHERE balance_minor < 0 AND code IN ('platform:commission', 'platform:subscriptions')`,
  'reserved is what withdrawals and payouts on their way hold': `
    SELECT a.code FROM accounts a LEFT JOIN (
        SELECT coalesce(CAST(p.owner_kind || ':' || p.owner_id || ':reserved' AS TEXT), 'platform:reserved') AS code,
          p.currency, sum(p.amount_minor) AS amount_minor
        FROM payouts p WHERE ${PAYOUT_STATES.moving.inText('p.status')}
        GROUP BY 1, 2) w ON w.code = a.code AND w.currency = a.currency
      WHERE a.code GLOB '*:reserved' AND a.balance_minor <> coalesce(w.amount_minor, 0)`,
  'what is on its way was put aside first': `
    SELECT p.id FROM payouts p WHERE ${PAYOUT_STATES.moving.inText('p.status')} AND NOT EXISTS (
      SELECT 1 FROM transfers t WHERE t.kind IN ${kinds('withdrawal:reserved', 'payout:reserved')} AND t.ref = p.id
        AND t.from_account = p.account AND t.amount_minor = p.amount_minor AND t.currency = p.currency)`,
  'a succeeded payin or deposit has exactly one credit of its amount': `
    SELECT g.id FROM gateway_transactions g LEFT JOIN payin_shares w ON w.payin_id = g.id
      WHERE g.status = 'succeeded' AND ${ATTEMPT_DIRECTIONS.incoming.inText('g.kind')} AND 1 <> (
        SELECT count(*) FROM transfers t WHERE t.kind IN ${kinds('order:paid', 'charge:paid', 'subscription:paid')}
          AND t.ref IN (coalesce(w.ref, g.id), coalesce(w.ref, g.subject_id))
          AND t.amount_minor = coalesce(w.amount_minor, g.amount_minor) AND t.currency = g.currency)
    UNION ALL SELECT w.payin_id FROM payin_shares w GROUP BY 1 HAVING sum(w.amount_minor) <> (
      SELECT g.amount_minor FROM gateway_transactions g WHERE g.id = w.payin_id)`,
  'money came in only for what succeeded': `
    SELECT t.id FROM transfers t WHERE t.kind IN ${kinds('order:paid', 'charge:paid')} AND NOT EXISTS (
      SELECT 1 FROM gateway_transactions g WHERE ${ATTEMPT_STATES.arrived.inText('g.status')}
        AND g.id = coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = t.ref), t.ref))`,
  'a payout has at most one success and one release, never both': `
    SELECT t.ref FROM transfers t WHERE t.kind IN ${kinds('withdrawal:done', 'withdrawal:failed', 'payout:done', 'payout:released')} GROUP BY t.ref HAVING count(*) > 1`,
  'a withdrawal that ended has moved its money': `
    SELECT p.id FROM payouts p WHERE p.owner_id IS NOT NULL AND ${PAYOUT_STATES.settled.inText('p.status')} AND 1 <> (
      SELECT count(*) FROM transfers t WHERE t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency
        AND CASE p.status WHEN 'COMPLETED' THEN t.kind IN ${kinds('withdrawal:done', 'withdrawal:late')}
          WHEN 'RETURNED' THEN t.kind = ${kind('withdrawal:returned')} ELSE t.kind = ${kind('withdrawal:failed')} END)`,
  'a withdrawal that the phone gets in its own currency went through the exchange with both its halves, at its rate': `
    SELECT p.id FROM payouts p WHERE p.exchange IS NOT NULL AND (
      (${PAYOUT_STATES.arrived.inText('p.status')}) <> (SELECT count(*) FROM transfers t WHERE t.kind = ${kind('withdrawal:exchanged')} AND t.ref = p.id
        AND t.from_account = 'platform:fx' AND t.amount_minor = p.exchange ->> 'amountMinor' AND t.currency = p.exchange ->> 'currency')
      OR (p.status = 'RETURNED') <> (SELECT count(*) FROM transfers t WHERE t.kind = ${kind('withdrawal:exchanged-back')} AND t.ref = p.id
        AND t.to_account = 'platform:fx' AND t.amount_minor = p.exchange ->> 'amountMinor' AND t.currency = p.exchange ->> 'currency')
      OR p.exchange ->> 'amountMinor' > p.amount_minor / 100.0 * (p.exchange ->> '$.rate.times') / (p.exchange ->> '$.rate.over') + 0.001)
    UNION ALL SELECT t.id FROM transfers t WHERE t.kind IN ${kinds('withdrawal:exchanged', 'withdrawal:exchanged-back')} AND NOT EXISTS (
      SELECT 1 FROM payouts p WHERE p.id = t.ref AND p.exchange IS NOT NULL)`,
  'a payout is sent as it was decided': `
    SELECT p.id FROM payouts p JOIN gateway_transactions g ON g.reference = p.id
    WHERE g.amount_minor <> coalesce(p.exchange ->> 'amountMinor', p.amount_minor) OR g.currency <> coalesce(p.exchange ->> 'currency', p.currency) OR g.phone <> p.phone`,
  'an admin payout leaves its account when it is completed, and only then': `
    SELECT p.id FROM payouts p WHERE p.owner_id IS NULL AND (${PAYOUT_STATES.arrived.inText('p.status')}) <> (
      SELECT count(*) FROM transfers t WHERE t.kind IN ${kinds('payout:done', 'payout:late')} AND t.ref = p.id
        AND t.amount_minor = p.amount_minor AND t.currency = p.currency)`,
  'an admin payout that failed or was cancelled gave back what it reserved': `
    SELECT r.ref FROM transfers r JOIN payouts p ON p.id = r.ref WHERE r.kind = 'payout:reserved'
      AND (${PAYOUT_STATES.released.inText('p.status')} OR EXISTS (SELECT 1 FROM transfers l WHERE l.kind = ${kind('payout:late')} AND l.ref = p.id)) <> (
        SELECT count(*) FROM transfers t WHERE t.kind = 'payout:released' AND t.ref = r.ref AND t.to_account = r.from_account
          AND t.amount_minor = r.amount_minor AND t.currency = r.currency)`,
  'a payout is where its history and its gateway say': `
    SELECT p.id FROM payouts p WHERE NOT EXISTS (
        SELECT 1 FROM history h WHERE h.thing_id = p.id AND h.version = p.version AND h.to_status = p.status)
      OR EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.reference = p.id AND (
        (g.status = 'succeeded') <> (p.status = 'COMPLETED') OR (g.status = 'reversed') <> (p.status = 'RETURNED') OR (g.status = 'failed') <> (${PAYOUT_STATES.released.inText('p.status')})))`,
  ...REFUND_LAWS,
  'the books of an order are in its own currency, and nobody earns another': `
    SELECT a.code FROM accounts a WHERE a.balance_minor <> 0 AND a.currency NOT IN ('USD', 'CDF')
      AND (a.code GLOB 'order:*' OR a.code GLOB 'seller:*' OR a.code GLOB 'rider:*')`,
  'what is exchanged on the way in or out has both its halves': `
    SELECT t.id FROM transfers t WHERE t.kind = ${kind('order:paid')} AND t.to_account = 'platform:fx' AND NOT EXISTS (
      SELECT 1 FROM transfers e JOIN orders o ON e.to_account = 'order:' || o.id || ':held'
      WHERE e.kind = ${kind('order:exchanged')} AND e.ref = t.ref AND e.amount_minor = o.total_minor AND e.currency = o.currency)
    UNION ALL SELECT t.id FROM transfers t WHERE t.kind = ${kind('refund:done')} AND t.from_account = 'platform:fx' AND NOT EXISTS (
      SELECT 1 FROM transfers e JOIN refund_attempts a ON a.movement_id = coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = e.ref), e.ref)
      WHERE e.kind = ${kind('refund:exchanged')} AND e.ref = t.ref AND e.amount_minor = a.amount_minor AND e.currency = a.currency)`,
  'our rounding is what payins and deposits were above their price, less what went back': `
    SELECT w.currency FROM (
      SELECT t.currency, CASE t.to_account WHEN 'platform:rounding' THEN t.amount_minor ELSE -t.amount_minor END AS amount_minor
        FROM transfers t WHERE t.kind IN ${kinds('order:rounded', 'refund:rounded', 'subscription:rounded')}
      UNION ALL SELECT g.currency, sp.amount_minor - g.amount_minor FROM gateway_transactions g
        JOIN subscription_payments sp ON sp.id = g.subject_id AND sp.currency = g.currency
        WHERE g.purpose = 'SUBSCRIPTION' AND g.status = 'succeeded'
      UNION ALL SELECT g.currency, o.total_minor - w.amount_minor FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
        JOIN orders o ON o.id = w.order_id AND o.currency = g.currency WHERE (g.status = 'succeeded'
          OR EXISTS (SELECT 1 FROM transfers t WHERE t.kind = ${kind('payin:reversed')} AND t.ref = w.ref AND t.from_account = 'platform:cash'))
      UNION ALL SELECT a.currency, a.phone_minor - a.amount_minor FROM refund_attempts a
        LEFT JOIN gateway_transactions g ON g.id = a.movement_id WHERE a.status = 'ARRIVED'
        AND coalesce(g.purpose, 'REFUND') = 'REFUND' AND (a.phone_currency = a.currency OR a.phone_minor = 0)) w
    GROUP BY 1 HAVING sum(w.amount_minor) <> 0`,
  'the price of the goods is the sum of the lines': `
    SELECT i.order_id FROM order_items i GROUP BY 1 HAVING sum(i.line_total_minor) <> (
      SELECT o.subtotal_minor FROM orders o WHERE o.id = i.order_id)`,
  'periods granted are periods paid': `
    SELECT w.id FROM (
      SELECT h.thing_id AS id, 1 AS periods FROM history h WHERE h.thing = 'subscription' AND h.event IN ('start', 'renew')
      UNION ALL SELECT sp.subscription_id, -1 FROM subscription_payments sp
        WHERE (sp.amount_minor = 0 OR EXISTS (
          SELECT 1 FROM transfers t WHERE t.kind IN ${kinds('subscription:paid')} AND t.ref = sp.id))
        AND NOT EXISTS (${GIVEN_BACK})) w
    GROUP BY w.id HAVING sum(w.periods) <> 0`,
  'a payment of a subscription that came in bought one period, or a person gives it back': `
    SELECT sp.id FROM subscription_payments sp
    WHERE (${SUBSCRIPTION_PAYMENT_STATES.received.inText('sp.status')}) <> (sp.period_end IS NOT NULL) + EXISTS (${GIVEN_BACK})`,
  'a subscription runs for as many periods as were paid': `
    SELECT s.id FROM subscriptions s
      LEFT JOIN subscription_payments sp ON sp.subscription_id = s.id AND sp.period_end > s.anchor_at AND NOT EXISTS (
        SELECT 1 FROM history h WHERE h.thing_id = s.id AND ${SUBSCRIPTION_STATES.ended.inText('h.from_status')}
          AND h.to_status = 'ACTIVE' AND h.at > sp.paid_at)
    WHERE s.anchor_at IS NOT NULL GROUP BY s.id
    HAVING ${monthOf('s.current_period_end')} - ${monthOf('s.anchor_at')} <>
      count(sp.id) * CASE s.billing_cycle WHEN 'YEARLY' THEN 12 ELSE 1 END`,
  ...STOCK_LAWS,
  'every move follows the one before it': `
    SELECT h.thing_id, h.version FROM history h WHERE h.version > 1 AND NOT EXISTS (
      SELECT 1 FROM history p WHERE p.thing_id = h.thing_id AND p.version = h.version - 1 AND p.to_status = h.from_status)`,
  'an order is where its history says': `
    SELECT o.id FROM orders o WHERE o.sealed_in IS NULL AND NOT EXISTS (
      SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.version = o.version AND h.to_status = o.status)`,
  'an order costs its goods and its delivery': `
    SELECT o.id FROM orders o WHERE o.total_minor <> o.subtotal_minor + o.delivery_fee_minor`,
  'no rider has more than three jobs': `
    SELECT r.id FROM riders r WHERE r.active_jobs > 3 OR r.active_jobs <> (
      SELECT count(*) FROM deliveries d WHERE d.rider_id = r.id
        AND ${DELIVERY_STATES.job.inText('d.status')} AND d.overdue_at IS NULL)`,
  'what a wallet earned and withdrew is in its transfers': `
    SELECT w.name FROM (
      SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB 'earned:*' OR c.name GLOB 'withdrawn:*'
      UNION ALL SELECT 'earned:' || t.to_account || ':' || t.currency, -t.amount_minor FROM transfers t
        WHERE t.to_account GLOB '*:available' AND (t.from_account GLOB '*:pending' OR t.from_account GLOB '*:held' OR t.kind = 'order:rider')
      UNION ALL SELECT 'withdrawn:' || t.from_account || ':' || t.currency, -t.amount_minor FROM transfers t
        WHERE t.kind = 'withdrawal:done'
      UNION ALL SELECT 'withdrawn:' || replace(t.from_account, ':available', ':reserved') || ':' || t.currency, -t.amount_minor
        FROM transfers t WHERE t.kind = 'withdrawal:late'
      UNION ALL SELECT 'withdrawn:' || replace(t.to_account, ':available', ':reserved') || ':' || t.currency, t.amount_minor
        FROM transfers t WHERE t.kind = 'withdrawal:returned') w
    GROUP BY w.name HAVING sum(w.value) <> 0`,
  ...BOOKING_LAWS,
  ...EXPENSE_LAWS,
  ...HAND_LAWS,
  ...PAYMENT_LAWS,
  ...SEALING_LAWS,
  ...TOTAL_LAWS,
}
