import { type Law, of, open } from '#db/law.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { SURPLUS } from './accounts.ts'

/** Whether an incident of this name about the attempt `g` is open. */
const hasIncident = (name: string) => `EXISTS (SELECT 1 FROM incidents i
  WHERE i.ref > '${name}:' || g.id || ':' AND i.ref < '${name}:' || g.id || ';' AND ${INCIDENT_STATES.open.inText('+i.status')})`

/** Written as the partial index has it. */
const UNAGREED = `g.agreed_at IS NULL AND ${ATTEMPT_STATES.decided.inText('g.status')}`

/** Days of the list that a final attempt may be without an answer before a person looks. */
const DAYS = 3

/** Laws of docs/money.md about what people decided by hand, and about what was never compared with a gateway. */
export const HAND_LAWS: Record<string, Law> = {
  'what people decided by hand is what its gateway says, or has an open incident': of(
    'attempt',
    `
    SELECT g.id FROM gateway_transactions g WHERE 1 «g.id» AND ${UNAGREED} AND g.decided_at IS NOT NULL AND NOT ${hasIncident('decided')}`,
  ),
  'a final movement that was never compared is young, or in an incident': open(`
    SELECT g.id FROM compared_nights CROSS JOIN gateway_transactions g INDEXED BY gateway_transactions_unagreed
    WHERE g.gateway = compared_nights.gateway AND ${UNAGREED} AND g.decided_at IS NULL AND g.final_at < (unixepoch(compared_nights.day) - ${DAYS} * 86400) * 1000
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > 'night:' || g.id || ':' AND i.ref < 'night:' || g.id || ';')`),
  'nothing of a payment that only people say has come is sent back by itself': of(
    'refund',
    `
    SELECT r.id FROM refunds r JOIN payin_shares w ON w.order_id = r.order_id
      JOIN gateway_transactions g ON g.id = w.payin_id AND (r.payin_id IS NULL OR r.payin_id IN (g.id, 'surplus:' || g.id))
      JOIN gateway_transactions s ON s.subject_id = r.id AND s.purpose = 'REFUND'
    WHERE 1 «r.id» AND ${UNAGREED} AND g.decided_at IS NOT NULL AND g.status <> 'reversed' AND s.created_at > g.decided_at AND NOT EXISTS (
      SELECT 1 FROM audit a WHERE a.target_id = r.id AND a.action IN ('refund.confirm', 'refund.retry'))
      AND NOT EXISTS (SELECT 1 FROM gateway_transactions o JOIN payin_shares x ON x.payin_id = o.id
        WHERE x.order_id = w.order_id AND o.id <> g.id AND o.status = 'succeeded')`,
  ),
  'what payins brought beside their amount lies apart until it goes back': [
    ...open(`
    SELECT w.currency FROM (
      SELECT a.currency, a.balance_minor AS amount_minor FROM accounts a WHERE a.code = '${SURPLUS}'
      UNION ALL SELECT r.currency, -r.amount_minor FROM refunds r
        WHERE r.payin_id GLOB 'surplus:*' AND ${REFUND_STATES.unsent.inText('r.status')}) w
    GROUP BY w.currency HAVING sum(w.amount_minor) <> 0`),
    ...of(
      'refund',
      `
    SELECT r.id FROM refunds r LEFT JOIN gateway_transactions g ON g.id = substr(r.payin_id, 9)
    WHERE 1 «r.id» AND r.payin_id GLOB 'surplus:*' AND r.amount_minor IS NOT g.received_minor - iif(g.status = 'failed', 0, g.amount_minor)
      AND NOT (g.status = 'failed' AND g.received_minor IS NULL AND ${REFUND_STATES.unsent.notInText('r.status')})`,
    ),
  ],
}
