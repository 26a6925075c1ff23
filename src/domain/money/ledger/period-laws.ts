import { type Law, of } from '#db/law.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { SUBSCRIPTION_PAYMENT_STATES, SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'

const PAID: TransferKind = 'subscription:paid'
/** The incident that says to give back the money of a subscription's payment `sp`. */
const GIVEN_BACK = `
  SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = 'subscription:' || g.id WHERE g.subject_id = sp.id`
/** Months since year 0 of an instant, in UTC+2. */
const monthOf = (instant: string) =>
  `(strftime('%Y', ${instant} / 1000 + 7200, 'unixepoch') * 12 + strftime('%m', ${instant} / 1000 + 7200, 'unixepoch'))`

/** Laws of docs/money.md about the periods of subscriptions, by what was booked. */
export const PERIOD_LAWS: Record<string, Law> = {
  'periods granted are periods paid': of(
    'subscription',
    `
    SELECT w.id FROM (
      SELECT h.thing_id AS id, 1 AS periods FROM history h WHERE h.thing = 'subscription' AND h.event IN ('start', 'renew') «h.thing_id»
      UNION ALL SELECT sp.subscription_id, -1 FROM subscription_payments sp
        WHERE 1 «sp.subscription_id» AND (sp.amount_minor = 0 OR EXISTS (
          SELECT 1 FROM transfers t WHERE t.kind IN ('${PAID}') AND t.ref = sp.id))
        AND NOT EXISTS (${GIVEN_BACK})) w
    GROUP BY w.id HAVING sum(w.periods) <> 0`,
  ),
  'a payment of a subscription that came in bought one period, or a person gives it back': of(
    'payment',
    `
    SELECT sp.id FROM subscription_payments sp
    WHERE 1 «sp.id» AND (${SUBSCRIPTION_PAYMENT_STATES.received.inText('sp.status')}) <> (sp.period_end IS NOT NULL) + EXISTS (${GIVEN_BACK})`,
  ),
  'a subscription runs for as many periods as were paid': of(
    'subscription',
    `
    SELECT s.id FROM subscriptions s
      LEFT JOIN subscription_payments sp ON sp.subscription_id = s.id AND sp.period_end > s.anchor_at AND NOT EXISTS (
        SELECT 1 FROM history h WHERE h.thing_id = s.id AND ${SUBSCRIPTION_STATES.ended.inText('h.from_status')}
          AND h.to_status = 'ACTIVE' AND h.at > sp.paid_at)
    WHERE 1 «s.id» AND s.anchor_at IS NOT NULL GROUP BY s.id
    HAVING ${monthOf('s.current_period_end')} - ${monthOf('s.anchor_at')} <>
      count(sp.id) * CASE s.billing_cycle WHEN 'YEARLY' THEN 12 ELSE 1 END`,
  ),
}
