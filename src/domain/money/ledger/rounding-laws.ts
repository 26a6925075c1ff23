import { type Law, of } from '#db/law.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { ROUNDING } from './accounts.ts'

const kinds = (...all: TransferKind[]) => `(${all.map((kind) => `'${kind}'`).join(', ')})`
const OF_ORDERS = kinds('order:rounded', 'refund:rounded')
/** The sum that transfers took to our rounding. */
const rounded = (
  which: string,
) => `coalesce((SELECT sum(iif(t.to_account = '${ROUNDING}', t.amount_minor, -t.amount_minor))
  FROM transfers t WHERE ${which}), 0)`

/** The law of docs/money.md about parts of an operator's unit, for each movement. */
export const ROUNDING_LAWS: Record<string, Law> = {
  'our rounding is what payins and deposits were above their price, less what went back': [
    ...of(
      'attempt',
      `
    SELECT w.payin_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
      JOIN orders o ON o.id = w.order_id AND o.currency = g.currency
    WHERE 1 «w.payin_id» AND ${rounded(`t.kind IN ${OF_ORDERS} AND t.ref = w.ref`)} <> iif(g.status = 'succeeded'
      OR EXISTS (SELECT 1 FROM transfers t WHERE t.kind IN ${kinds('payin:reversed')} AND t.ref = w.ref AND t.from_account = 'platform:cash'),
      w.amount_minor - o.total_minor, 0)
    UNION ALL SELECT a.movement_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id AND g.purpose = 'REFUND'
    WHERE 1 «a.movement_id» AND ${rounded(`t.kind IN ${OF_ORDERS} AND t.ref = a.movement_id`)} <> iif(a.status = 'ARRIVED'
      AND (a.phone_currency = a.currency OR a.phone_minor = 0), a.amount_minor - a.phone_minor, 0)
    UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN ${OF_ORDERS} «t.ref»
      AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.movement_id = t.ref)
      AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.refund_id = t.ref AND a.movement_id IS NULL)`,
    ),
    // A refund that is less than its operator moves goes without a movement.
    ...of(
      'refund',
      `
    SELECT a.refund_id FROM refund_attempts a WHERE 1 «a.refund_id» AND a.movement_id IS NULL AND a.phone_currency = a.currency
      AND ${rounded(`t.kind IN ${OF_ORDERS} AND t.ref = a.refund_id`)} <> a.amount_minor - a.phone_minor`,
    ),
    ...of(
      'payment',
      `
    SELECT sp.id FROM subscription_payments sp WHERE 1 «sp.id» AND ${rounded(`t.kind IN ${kinds('subscription:rounded')}
      AND t.ref IN (SELECT sp.id UNION ALL SELECT g.id FROM gateway_transactions g WHERE g.subject_id = sp.id)`)} <> coalesce((
      SELECT sum(g.amount_minor - sp.amount_minor) FROM gateway_transactions g
      WHERE g.subject_id = sp.id AND g.purpose = 'SUBSCRIPTION' AND g.status = 'succeeded' AND g.currency = sp.currency), 0)`,
    ),
  ],
}
