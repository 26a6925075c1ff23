import { type Law, of } from '#db/law.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'

import { MAY_OWE } from './accounts.ts'

const DAY_MS = 86_400_000
/** A call leaves at most so long after the commit that claims it. */
const UNDER_WAY_MS = 60_000
/** Days of a period on the calendar: a few more or fewer than its mean are not another one. */
const DAYS = `CASE s.billing_cycle WHEN 'YEARLY' THEN 365.2425 ELSE 30.436875 END`

/** Since when its periods follow one upon the other: it began, or began again after its end. */
const SINCE = `(SELECT max(h.at) FROM history h
  WHERE h.thing_id = s.id AND h.to_status = 'ACTIVE' AND ${SUBSCRIPTION_STATES.idle.inText('h.from_status')})`

/** A period after a grace that was used begins at the old end, at most the week and 30 days before. */
const FROM = `CASE WHEN s.anchor_at BETWEEN ${SINCE} - 37 * ${DAY_MS} AND ${SINCE} THEN s.anchor_at ELSE ${SINCE} END`

/** A payment that extends it may have begun before, and be committed after. */
const BEGUN = `${SINCE} - ${UNDER_WAY_MS}`

/** Deposits that succeeded since then for this subscription; what an operator took back later had bought its period. */
const countPaidPeriods = (which: string, since = SINCE) => `(SELECT count(*) FROM gateway_transactions g
  JOIN subscription_payments p ON p.id = g.subject_id
  WHERE g.purpose = 'SUBSCRIPTION' AND ${ATTEMPT_STATES.arrived.inText('g.status')} AND p.subscription_id = s.id
    AND g.final_at >= ${since} ${which})`

/** Whether a person was told that this deposit bought nothing, and is to be given back. */
const TOLD = `EXISTS (SELECT 1 FROM incidents i WHERE i.ref = 'subscription:' || g.id)`

/** Laws of docs/money.md about what people pay, each from what was asked and answered, not from what was booked. */
export const PAYMENT_LAWS: Record<string, Law> = {
  'no account of the platform is below zero but its money outside and its shares': of(
    'account',
    `
    SELECT code FROM accounts WHERE 1 «code» AND balance_minor < 0 AND code GLOB 'platform:*' AND code NOT IN (${MAY_OWE.map((code) => `'${code}'`).join(', ')})`,
  ),
  'every paid period was granted, and every granted period was paid': of(
    'subscription',
    `
    SELECT s.id FROM subscriptions s JOIN plan_prices pp
      ON pp.plan_id = s.plan_id AND pp.billing_cycle = s.billing_cycle AND pp.currency = s.currency AND pp.amount_minor > 0
    WHERE 1 «s.id» AND ${SUBSCRIPTION_STATES.renewable.inText('+s.status')}
      AND NOT EXISTS (SELECT 1 FROM subscription_payments p WHERE p.subscription_id = s.id AND p.amount_minor = 0)
      AND round((s.current_period_end - (${FROM})) / ${DAY_MS}.0 / ${DAYS}) NOT BETWEEN
        ${countPaidPeriods(`AND NOT ${TOLD}`)} AND ${countPaidPeriods('', BEGUN)}`,
  ),
  'a deposit that succeeded granted a period at that moment, or somebody was told': of(
    'attempt',
    `
    SELECT g.id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id
    WHERE 1 «g.id» AND g.purpose = 'SUBSCRIPTION' AND g.status = 'succeeded' AND NOT EXISTS (
        SELECT 1 FROM subscriptions s JOIN history h ON h.thing_id = s.id
        WHERE s.seller_profile_id = p.seller_profile_id AND h.to_status = 'ACTIVE' AND h.at = g.final_at)
      AND NOT ${TOLD}`,
  ),
  'a payment that bought nothing is in an open incident until it is given back': of(
    'payment',
    `
    SELECT sp.id FROM subscription_payments sp JOIN gateway_transactions g ON g.subject_id = sp.id AND g.purpose = 'SUBSCRIPTION'
    WHERE 1 «sp.id» AND +sp.status = 'SUCCEEDED' AND sp.period_end IS NULL AND g.status = 'succeeded' AND NOT EXISTS (
      SELECT 1 FROM incidents i WHERE i.ref = 'subscription:' || g.id AND ${INCIDENT_STATES.open.inText('i.status')})`,
  ),
  'nothing is charged for what is over': of(
    'attempt',
    `
    SELECT g.id FROM gateway_transactions g JOIN history h ON h.thing_id = g.subject_id
    WHERE 1 «g.id» AND g.purpose = 'SUBSCRIPTION' AND h.from_status = 'PENDING'
      AND h.to_status <> h.from_status AND g.sent_at > h.at + ${UNDER_WAY_MS}
    UNION ALL SELECT g.id FROM gateway_transactions g JOIN payin_shares w ON w.payin_id = g.id JOIN history h ON h.thing_id = w.order_id
    WHERE 1 «g.id» AND h.from_status = 'PENDING_PAYMENT' AND h.to_status <> h.from_status AND g.sent_at > h.at + ${UNDER_WAY_MS}`,
  ),
  'an order has at most one payin on its way': of(
    'order',
    `
    SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE 1 «w.order_id» AND ${ATTEMPT_STATES.inFlight.inText('g.status')} GROUP BY 1 HAVING count(*) > 1`,
  ),
  'of the payments of an order one pays it, and each other one goes back': of(
    'order',
    `
    SELECT o.order_id FROM (SELECT w.order_id, count(*) AS payins FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE 1 «w.order_id» AND g.status = 'succeeded' GROUP BY 1) o
    WHERE o.payins > 1 + (SELECT count(*) FROM refunds r JOIN gateway_transactions p ON p.id = r.payin_id
      WHERE r.order_id = o.order_id AND r.status <> 'REJECTED' AND p.status = 'succeeded')`,
  ),
  'what is paid, or paid out, is so once, or somebody was told': [
    ...of(
      'paid',
      `
    SELECT w.subject_id FROM (SELECT g.purpose, g.subject_id FROM gateway_transactions g
      WHERE 1 «g.subject_id» AND g.status = 'succeeded' AND g.purpose NOT IN ('ORDER', 'CHECKOUT') GROUP BY 1, 2 HAVING count(*) > 1) w
    WHERE NOT EXISTS (SELECT 1 FROM gateway_transactions g JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB 'silent:*'
        WHERE g.subject_id = w.subject_id AND g.purpose = w.purpose AND g.status = 'succeeded')
`,
    ),
    ...of(
      'order',
      `
    SELECT o.order_id FROM (SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE 1 «w.order_id» AND g.status = 'succeeded' GROUP BY 1 HAVING count(*) > 1) o
    WHERE NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
          JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB 'silent:*'
        WHERE w.order_id = o.order_id AND g.status = 'succeeded')
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.order_id AND i.ref GLOB 'paidTwice:*')`,
    ),
  ],
}
