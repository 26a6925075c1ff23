import { type Law, of, open } from '#db/law.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { ORDER_STATES, ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import { REFUND_ATTEMPT_STATES } from '#db/schema/orders/refund-attempts.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'

import { KEEPS, refundedOf } from './escrow.ts'

const kind = (one: TransferKind) => `'${one}'`
/**
 * Payins `g` that still pay an order's share `w`: the operator did not take the money back from where it lay. If it did after a refund, our
 * cash paid.
 */
const HAS_STAYED = `${ATTEMPT_STATES.arrived.inText('g.status')} AND NOT EXISTS (
  SELECT 1 FROM transfers t WHERE t.kind = ${kind('payin:reversed')} AND t.ref = w.ref AND t.from_account <> 'platform:cash')`
/** Whether the share `w` of the payin `g` is on its way back, or back, by a refund of its own. */
const GOES_BACK_APART = `EXISTS (
  SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND ${REFUND_STATES.taken.inText('r.status')})`
/** Whether the payin `g` stands and pays its share `w`: no refund gives it back beside another one. */
const PAYS = `g.status = 'succeeded' AND NOT EXISTS (
  SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status <> 'REJECTED')`
/** Whether the refund `r` is of an order's payment, and not of a surplus of its payin. */
const NO_SURPLUS = `NOT coalesce(r.payin_id GLOB 'surplus:*', 0)`
/**
 * Whether the fee of the order `o` has left the escrow: a fee of one unit goes to its rider alone, so that either transfer proves it.
 */
const FEE_RELEASED = `EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = 'order:' || o.id || ':held'
  AND t.kind IN (${kind('order:rider')}, ${kind('order:delivery')}))`

/** Whether the order `o` was accepted and is not completed; found by its seller and status. */
const WAS_ACCEPTED = `o.reached_at ->> 'ACCEPTED' IS NOT NULL AND o.reached_at ->> 'COMPLETED' IS NULL`
const NOT_COMPLETED = ORDER_STATUSES.filter((status) => status !== 'COMPLETED').map((status) => `'${status}'`)
const IS_PENDING = `o.status IN (${NOT_COMPLETED.join(', ')}) AND ${WAS_ACCEPTED}`
/** The seller's part of the order `o` that refunds have left. */
const PENDING = `o.paid_subtotal_minor - o.commission_minor
  - min(o.paid_subtotal_minor, ${refundedOf('amount_minor')}) + ${refundedOf('commission_minor')}`

/** A day, and an hour for ticks that each take a part of the work. */
const DAY_AND_TICKS_MS = 25 * 3_600_000

/** Laws of docs/money.md about the escrow of orders, and its refunds. */
export const REFUND_LAWS: Record<string, Law> = {
  'what an order holds is what was paid for it and is not settled': of(
    'order',
    `
    SELECT o.id FROM orders o LEFT JOIN accounts a ON a.code = 'order:' || o.id || ':held' AND a.currency = o.paid_currency
    WHERE 1 «o.id» AND o.paid_currency IS NOT NULL AND coalesce(a.balance_minor, 0) <> CASE
        WHEN o.reached_at ->> 'COMPLETED' IS NOT NULL THEN 0
        WHEN o.cancelled_by IN ('RETURN', 'STAFF') AND ${FEE_RELEASED} THEN 0
        WHEN o.reached_at ->> 'ACCEPTED' IS NOT NULL THEN min(o.paid_fee_minor, o.paid_subtotal_minor + o.paid_fee_minor - ${refundedOf('amount_minor')})
        ELSE o.paid_subtotal_minor + o.paid_fee_minor - ${refundedOf('amount_minor')} END
      + (o.paid_subtotal_minor + o.paid_fee_minor) * (SELECT count(*) - 1 FROM payin_shares w
         JOIN gateway_transactions g ON g.id = w.payin_id
         WHERE w.order_id = o.id AND ${HAS_STAYED} AND NOT ${GOES_BACK_APART})`,
  ),
  'money of an order that is over is on its way back, or somebody was told': of(
    'order',
    `
    SELECT o.id FROM orders o WHERE 1 «o.id» AND o.paid_currency IS NOT NULL AND ${ORDER_STATES.undone.inText('+o.status')} AND ${KEEPS}
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND ${NO_SURPLUS} AND ${REFUND_STATES.open.inText('r.status')})
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.id AND ${INCIDENT_STATES.open.inText('i.status')} AND (i.ref GLOB 'held:*' OR i.ref GLOB 'paidTwice:*'))`,
  ),
  'a refund that failed, or that nobody has decided for a day, is in an open incident': open(`
    SELECT r.id FROM refunds r WHERE (r.status = 'FAILED' OR r.status = 'REQUESTED' AND r.created_at < (
        SELECT b.succeeded_at FROM heartbeats b WHERE b.job = 'reportWaitingRefunds') - ${DAY_AND_TICKS_MS})
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.refund_id = r.id AND i.opened_by IS NULL AND ${INCIDENT_STATES.open.inText('i.status')})`),
  'nobody has what was left of an order whose payment was taken back': of(
    'order',
    `
    SELECT o.id FROM orders o WHERE 1 «o.id» AND o.paid_currency IS NOT NULL
      AND EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = 'reversed')
      AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND ${PAYS})
      AND ${refundedOf('amount_minor')} < o.paid_subtotal_minor + iif(o.cancelled_by IS 'RETURN' AND ${FEE_RELEASED}, 0, o.paid_fee_minor)`,
  ),
  'what is pending for a seller is what their accepted orders wait for': [
    ...of(
      'account',
      `
    SELECT a.code FROM accounts a WHERE 1 «a.code» AND a.code GLOB 'seller:*:pending' AND a.balance_minor <> coalesce((
      SELECT sum(${PENDING}) FROM orders o
      WHERE o.seller_profile_id = substr(a.code, 8, length(a.code) - 15) AND o.paid_currency = a.currency AND ${IS_PENDING}), 0)`,
    ),
    ...of(
      'order',
      `
    SELECT o.id FROM orders o WHERE 1 «o.id» AND ${WAS_ACCEPTED} AND ${PENDING} <> 0 AND NOT EXISTS (
      SELECT 1 FROM accounts a WHERE a.code = 'seller:' || o.seller_profile_id || ':pending' AND a.currency = o.paid_currency)`,
    ),
  ],
  'refunds of an order are at most what was paid': of(
    'order',
    `
    SELECT r.order_id FROM refunds r WHERE 1 «r.order_id» AND ${NO_SURPLUS} AND ${REFUND_STATES.taken.inText('+r.status')} GROUP BY r.order_id HAVING sum(r.amount_minor) > (
      SELECT count(*) * (o.paid_subtotal_minor + o.paid_fee_minor) FROM orders o JOIN payin_shares w ON w.order_id = o.id
        JOIN gateway_transactions g ON g.id = w.payin_id AND ${HAS_STAYED} WHERE o.id = r.order_id)
    UNION ALL SELECT r.order_id FROM refunds r JOIN refund_attempts a ON a.refund_id = r.id AND ${REFUND_ATTEMPT_STATES.standing.inText('a.status')}
        JOIN gateway_transactions b ON b.id = a.movement_id AND b.purpose = 'REFUND' AND b.status <> 'reversed'
      WHERE 1 «r.order_id» AND ${NO_SURPLUS} GROUP BY r.order_id HAVING sum(a.phone_minor) > (
      SELECT sum(w.amount_minor) FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE w.order_id = r.order_id AND ${HAS_STAYED})`,
  ),
  'a refund is a part of its order that has no side below zero, and of a subscription its whole payment': [
    ...of(
      'order',
      `
    SELECT o.id FROM orders o WHERE 1 «o.id» AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL)
      AND (${refundedOf('commission_minor')} NOT BETWEEN 0 AND o.commission_minor
        OR min(o.paid_subtotal_minor, ${refundedOf('amount_minor')}) - ${refundedOf('commission_minor')} > o.paid_subtotal_minor - o.commission_minor
        OR o.refunded_minor <> ${refundedOf('amount_minor', `'SUCCEEDED'`)})
`,
    ),
    ...of(
      'payment',
      `
    SELECT sp.id FROM subscription_payments sp JOIN refunds r ON r.order_id = sp.id AND r.payin_id IS NULL
      WHERE 1 «sp.id» AND ((sp.status = 'REFUNDED') < (r.status = 'SUCCEEDED') OR ${REFUND_STATES.taken.inText('r.status')} AND NOT EXISTS (
        SELECT 1 FROM gateway_transactions g WHERE g.subject_id = sp.id AND ${ATTEMPT_STATES.arrived.inText('g.status')}
          AND g.currency = r.currency AND r.amount_minor = iif(g.currency = sp.currency, sp.amount_minor, g.amount_minor)))
    UNION ALL SELECT r.order_id FROM refunds r WHERE 1 «r.order_id» AND r.subscription_payment_id IS NOT NULL AND r.payin_id IS NULL AND ${REFUND_STATES.taken.inText('r.status')}
      GROUP BY 1 HAVING count(*) > 1`,
    ),
  ],
  'nobody who is deleted has money in a wallet': of(
    'account',
    `
    SELECT a.code FROM accounts a JOIN seller_profiles f ON f.id = substr(a.code, 8, instr(substr(a.code, 8), ':') - 1)
      JOIN users u ON u.id = f.user_id
    WHERE 1 «a.code» AND a.code GLOB 'seller:*' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL
    UNION ALL SELECT a.code FROM accounts a JOIN riders f ON f.id = substr(a.code, 7, instr(substr(a.code, 7), ':') - 1)
      JOIN users u ON u.id = f.user_id
    WHERE 1 «a.code» AND a.code GLOB 'rider:*' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL`,
  ),
  'a refund went to a number that paid, or that a code approved': of(
    'refund',
    `
    SELECT r.id FROM refunds r JOIN gateway_transactions b ON b.subject_id = r.id
    WHERE 1 «r.id» AND b.purpose = 'REFUND' AND NOT EXISTS (SELECT 1 FROM json_each(r.approved_phones) n JOIN refund_attempts a ON a.refund_id = r.id
        WHERE a.movement_id = b.id AND n.value ->> 'phone' = b.phone AND n.value ->> 'amountMinor' = a.amount_minor)
      AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
        WHERE w.order_id = r.order_id AND g.phone = b.phone AND ${ATTEMPT_STATES.arrived.inText('g.status')})
      AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.subject_id = r.subscription_payment_id
        AND g.phone = b.phone AND ${ATTEMPT_STATES.arrived.inText('g.status')})
      AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE r.payin_id GLOB 'surplus:*' AND g.id = substr(r.payin_id, 9) AND g.phone = b.phone)`,
  ),
  'refunds in flight are those that process': open(`
    SELECT a.currency FROM accounts a WHERE a.code = 'refunds:inFlight' AND a.balance_minor <> coalesce((
      SELECT sum(r.amount_minor) FROM refunds r WHERE r.status = 'PROCESSING' AND r.currency = a.currency), 0)`),
  'a refund that processes has one open attempt, and one that succeeded one that ended so': of(
    'refund',
    `
    SELECT r.id FROM refunds r LEFT JOIN refund_attempts a ON a.refund_id = r.id WHERE 1 «r.id» GROUP BY r.id
    HAVING (r.status = 'PROCESSING') <> coalesce(sum(a.status = 'OPEN'), 0)
      OR (r.status = 'SUCCEEDED') <> coalesce(sum(${REFUND_ATTEMPT_STATES.done.inText('a.status')}), 0)
      OR max(a.number) <> count(a.number) OR r.status = 'PROCESSING' AND sum(iif(a.status = 'OPEN', a.amount_minor, 0)) <> r.amount_minor`,
  ),
  'a refund awaits a code for one request, and no other has one open': of(
    'refund',
    `
    SELECT r.id FROM refunds r WHERE 1 «r.id» AND (r.status = 'AWAITING_CODE') <> (
      SELECT count(*) FROM refund_requests q WHERE q.refund_id = r.id AND q.ended_at IS NULL)`,
  ),
  'an attempt of a refund took what it says from where it says, and nothing else was taken for one': [
    ...of(
      'refund',
      `
    SELECT a.refund_id FROM refund_attempts a
    WHERE 1 «a.refund_id» AND (a.amount_minor <> (SELECT sum(p.value) FROM json_each(a.parts) p) OR EXISTS (
      SELECT 1 FROM json_each(a.parts) p WHERE NOT EXISTS (
        SELECT 1 FROM transfers t WHERE t.kind = ${kind('refund:taken')} AND t.ref = a.refund_id || ':' || a.number || ':' || p.key
          AND t.to_account = 'refunds:inFlight' AND t.amount_minor = p.value AND t.currency = a.currency)))`,
    ),
    ...of(
      'taken',
      `
    SELECT t.ref FROM transfers t WHERE t.kind = ${kind('refund:taken')} «t.ref» AND NOT EXISTS (
      SELECT 1 FROM refund_attempts a JOIN json_each(a.parts) p
      WHERE a.refund_id = substr(t.ref, 1, instr(t.ref, ':') - 1) AND t.ref = a.refund_id || ':' || a.number || ':' || p.key)`,
    ),
  ],
  'an attempt of a refund is where its movement is, and sends no more': of(
    'refund',
    `
    SELECT a.refund_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id
    WHERE 1 «a.refund_id» AND (a.phone <> g.phone OR a.phone_currency <> g.currency OR a.phone_minor > g.amount_minor
      OR CASE a.status WHEN 'OPEN' THEN ${ATTEMPT_STATES.undecided.notInText('g.status')} OR a.phone_minor <> g.amount_minor
        WHEN 'ARRIVED' THEN ${ATTEMPT_STATES.arrived.notInText('g.status')}
        ELSE (g.status = 'failed') <> (a.arrived_late_at IS NULL) END)
    UNION ALL SELECT g.subject_id FROM gateway_transactions g WHERE 1 «g.subject_id» AND g.purpose = 'REFUND' AND NOT EXISTS (
      SELECT 1 FROM refund_attempts a WHERE a.movement_id = g.id AND a.refund_id = g.subject_id)
    UNION ALL SELECT a.refund_id FROM refund_attempts a WHERE 1 «a.refund_id» AND a.movement_id IS NULL AND (a.status <> 'ARRIVED' OR a.phone_minor <> 0)`,
  ),
}
