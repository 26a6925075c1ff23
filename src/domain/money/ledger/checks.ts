import { TOTAL_LAWS } from '#db/counter-sql.ts'
import { atNight, type Law, of, wholes } from '#db/law.ts'
import { ATTEMPT_DIRECTIONS, ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { BOOKING_LAWS } from './booking-laws.ts'
import { IS_BUSY, sinceProof } from './clock/proofs.ts'
import { EARNED_LAWS } from './earned-laws.ts'
import { EXPENSE_LAWS } from './expense-laws.ts'
import { HAND_LAWS } from './hand-laws.ts'
import { PAYMENT_LAWS } from './payment-laws.ts'
import { PAYOUT_LAWS } from './payout-laws.ts'
import { PERIOD_LAWS } from './period-laws.ts'
import { REFUND_LAWS } from './refund-laws.ts'
import { ROUNDING_LAWS } from './rounding-laws.ts'
import { SEALING_LAWS } from './sealing-laws.ts'
import { STOCK_LAWS } from './stock-laws.ts'

/** Kinds of transfers, as a list in SQL. */
const kinds = (...all: TransferKind[]) => `(${all.map((kind) => `'${kind}'`).join(', ')})`

const kind = (one: TransferKind) => `'${one}'`
const sumOfTransfers = (also = '') => `
    SELECT a.code FROM accounts a WHERE 1 «a.code» ${also} AND a.balance_minor <>
      coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.to_account = a.code AND t.currency = a.currency), 0) -
      coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.from_account = a.code AND t.currency = a.currency), 0)`

/** The laws of docs/money.md, Laws, each of which finds nothing, whatever happened before. */
export const DECLARED: Record<string, Law> = {
  'every account is the sum of its transfers': of('account', sumOfTransfers(), {
    some: `SELECT a.code FROM accounts a WHERE 1 «a.code» AND a.balance_minor <> a.proved_minor + ${sinceProof('accounts')}`,
    // The night adds up busy accounts apart (busy-accounts.ts).
    range: sumOfTransfers(`AND NOT ${IS_BUSY}`),
  }),
  'all accounts of a currency sum to zero': atNight(
    `SELECT currency FROM accounts GROUP BY currency HAVING sum(balance_minor) <> 0`,
  ),
  'no account that may not be negative is': of(
    'account',
    `
    SELECT code FROM accounts WHERE 1 «code» AND balance_minor < 0 AND
      (code = 'refunds:inFlight' OR code GLOB '*:held' OR code GLOB '*:pending' OR code GLOB '*:reserved')`,
  ),
  'what the platform earned is not below zero': of(
    'account',
    `
    SELECT code FROM accounts WHERE 1 «code» AND balance_minor < 0 AND code IN ('platform:commission', 'platform:subscriptions')`,
  ),
  'reserved is what withdrawals and payouts on their way hold': of(
    'account',
    `
    SELECT a.code FROM accounts a WHERE 1 «a.code» AND a.code GLOB '*:reserved' AND a.balance_minor <> coalesce((
      SELECT sum(p.amount_minor) FROM payouts p WHERE ${PAYOUT_STATES.moving.inText('p.status')} AND p.currency = a.currency
        AND p.owner_id IS iif(a.code = 'platform:reserved', NULL, substr(a.code, instr(a.code, ':') + 1, length(a.code) - instr(a.code, ':') - 9))), 0)`,
  ),
  'a succeeded payin or deposit has exactly one credit of its amount': of(
    'attempt',
    `
    SELECT g.id FROM gateway_transactions g LEFT JOIN payin_shares w ON w.payin_id = g.id
      WHERE 1 «g.id» AND g.status = 'succeeded' AND ${ATTEMPT_DIRECTIONS.incoming.inText('g.kind')} AND 1 <> (
        SELECT count(*) FROM transfers t WHERE t.kind IN ${kinds('order:paid', 'charge:paid', 'subscription:paid')}
          AND t.ref IN (coalesce(w.ref, g.id), coalesce(w.ref, g.subject_id))
          AND t.amount_minor = coalesce(w.amount_minor, g.amount_minor) AND t.currency = g.currency)
    UNION ALL SELECT w.payin_id FROM payin_shares w WHERE 1 «w.payin_id» GROUP BY 1 HAVING sum(w.amount_minor) <> (
      SELECT g.amount_minor FROM gateway_transactions g WHERE g.id = w.payin_id)`,
  ),
  'money came in only for what succeeded': of(
    'attempt',
    `
    SELECT w.payin_id FROM payin_shares w CROSS JOIN transfers t ON t.ref = w.ref AND t.kind IN ${kinds('order:paid', 'charge:paid')}
    WHERE 1 «w.payin_id» AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE ${ATTEMPT_STATES.arrived.inText('g.status')} AND g.id = w.payin_id)
    UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN ${kinds('order:paid', 'charge:paid')} «t.ref»
      AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref)
      AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE ${ATTEMPT_STATES.arrived.inText('g.status')} AND g.id = t.ref)`,
  ),
  'a withdrawal that the phone gets in its own currency went through the exchange with both its halves, at its rate':
    of(
      'payout',
      `
    SELECT p.id FROM payouts p WHERE 1 «p.id» AND p.exchange IS NOT NULL AND (
      (${PAYOUT_STATES.arrived.inText('p.status')}) <> (SELECT count(*) FROM transfers t WHERE t.kind = ${kind('withdrawal:exchanged')} AND t.ref = p.id
        AND t.from_account = 'platform:fx' AND t.amount_minor = p.exchange ->> 'amountMinor' AND t.currency = p.exchange ->> 'currency')
      OR (p.status = 'RETURNED') <> (SELECT count(*) FROM transfers t WHERE t.kind = ${kind('withdrawal:exchanged-back')} AND t.ref = p.id
        AND t.to_account = 'platform:fx' AND t.amount_minor = p.exchange ->> 'amountMinor' AND t.currency = p.exchange ->> 'currency')
      OR p.exchange ->> 'amountMinor' > p.amount_minor / 100.0 * (p.exchange ->> '$.rate.times') / (p.exchange ->> '$.rate.over') + 0.001)
    UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN ${kinds('withdrawal:exchanged', 'withdrawal:exchanged-back')} «t.ref» AND NOT EXISTS (
      SELECT 1 FROM payouts p WHERE p.id = t.ref AND p.exchange IS NOT NULL)`,
    ),
  ...PAYOUT_LAWS,
  ...REFUND_LAWS,
  'the books of an order are in its own currency, and nobody earns another': of(
    'account',
    `
    SELECT a.code FROM accounts a WHERE 1 «a.code» AND a.balance_minor <> 0 AND a.currency NOT IN ('USD', 'CDF')
      AND (a.code GLOB 'order:*' OR a.code GLOB 'seller:*' OR a.code GLOB 'rider:*')`,
  ),
  'what is exchanged on the way in or out has both its halves': of(
    'exchange',
    `
    SELECT t.ref FROM transfers t WHERE t.kind = ${kind('order:paid')} «t.ref» AND +t.to_account = 'platform:fx' AND NOT EXISTS (
      SELECT 1 FROM transfers e JOIN orders o ON o.id = substr(e.to_account, 7, length(e.to_account) - 11)
      WHERE e.kind = ${kind('order:exchanged')} AND e.ref = t.ref AND e.amount_minor = o.total_minor AND e.currency = o.currency)
    UNION ALL SELECT t.ref FROM transfers t WHERE t.kind = ${kind('refund:done')} «t.ref» AND +t.from_account = 'platform:fx' AND NOT EXISTS (
      SELECT 1 FROM transfers e JOIN refund_attempts a ON a.movement_id = coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = e.ref), e.ref)
      WHERE e.kind = ${kind('refund:exchanged')} AND e.ref = t.ref AND e.amount_minor = a.amount_minor AND e.currency = a.currency)`,
  ),
  ...ROUNDING_LAWS,
  'the price of the goods is the sum of the lines': of(
    'order',
    `
    SELECT i.order_id FROM order_items i WHERE 1 «i.order_id» GROUP BY 1 HAVING sum(i.line_total_minor) <> (
      SELECT o.subtotal_minor FROM orders o WHERE o.id = i.order_id)`,
  ),
  ...PERIOD_LAWS,
  ...STOCK_LAWS,
  'every move follows the one before it': of(
    'thing',
    `
    SELECT h.thing_id FROM history h WHERE 1 «h.thing_id» AND h.version > 1 AND NOT EXISTS (
      SELECT 1 FROM history p WHERE p.thing_id = h.thing_id AND p.version = h.version - 1 AND p.to_status = h.from_status)`,
  ),
  'an order is where its history says': of(
    'order',
    `
    SELECT o.id FROM orders o WHERE o.sealed_in IS NULL «o.id» AND NOT EXISTS (
      SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.version = o.version AND h.to_status = o.status)`,
  ),
  'an order costs its goods and its delivery': of(
    'order',
    `
    SELECT o.id FROM orders o WHERE 1 «o.id» AND o.total_minor <> o.subtotal_minor + o.delivery_fee_minor`,
  ),
  'no rider has more than three jobs': of(
    'rider',
    `
    SELECT r.id FROM riders r WHERE 1 «r.id» AND (r.active_jobs > 3 OR r.active_jobs <> (
      SELECT count(*) FROM deliveries d WHERE d.rider_id = r.id
        AND ${DELIVERY_STATES.job.inText('d.status')} AND d.overdue_at IS NULL))`,
  ),
  ...EARNED_LAWS,
  ...BOOKING_LAWS,
  ...EXPENSE_LAWS,
  ...HAND_LAWS,
  ...PAYMENT_LAWS,
  ...SEALING_LAWS,
  ...TOTAL_LAWS,
}

/** The queries of all things of each law. */
export const LAWS: Record<string, string> = wholes(DECLARED)
