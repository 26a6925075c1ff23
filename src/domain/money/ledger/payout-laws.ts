import { type Law, of } from '#db/law.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'

const kinds = (...all: TransferKind[]) => `(${all.map((kind) => `'${kind}'`).join(', ')})`
const kind = (one: TransferKind) => `'${one}'`

/** Laws of docs/money.md about withdrawals and payouts of administrators. */
export const PAYOUT_LAWS: Record<string, Law> = {
  'what is on its way was put aside first': of(
    'payout',
    `
    SELECT p.id FROM payouts p WHERE 1 «p.id» AND ${PAYOUT_STATES.moving.inText('p.status')} AND NOT EXISTS (
      SELECT 1 FROM transfers t WHERE t.kind IN ${kinds('withdrawal:reserved', 'payout:reserved')} AND t.ref = p.id
        AND t.from_account = p.account AND t.amount_minor = p.amount_minor AND t.currency = p.currency)`,
  ),
  'a payout has at most one success and one release, never both': of(
    'payout',
    `
    SELECT t.ref FROM transfers t WHERE t.kind IN ${kinds('withdrawal:done', 'withdrawal:failed', 'payout:done', 'payout:released')} «t.ref» GROUP BY t.ref HAVING count(*) > 1`,
  ),
  'a withdrawal that ended has moved its money': of(
    'payout',
    `
    SELECT p.id FROM payouts p WHERE 1 «p.id» AND p.owner_id IS NOT NULL AND ${PAYOUT_STATES.settled.inText('p.status')} AND 1 <> (
      SELECT count(*) FROM transfers t WHERE t.kind IN ${kinds('withdrawal:done', 'withdrawal:late', 'withdrawal:returned', 'withdrawal:failed')}
        AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency
        AND CASE p.status WHEN 'COMPLETED' THEN t.kind IN ${kinds('withdrawal:done', 'withdrawal:late')}
          WHEN 'RETURNED' THEN t.kind = ${kind('withdrawal:returned')} ELSE t.kind = ${kind('withdrawal:failed')} END)`,
  ),
  'a payout is sent as it was decided': of(
    'payout',
    `
    SELECT p.id FROM payouts p JOIN gateway_transactions g ON g.reference = p.id
    WHERE 1 «p.id» AND (g.amount_minor <> coalesce(p.exchange ->> 'amountMinor', p.amount_minor) OR g.currency <> coalesce(p.exchange ->> 'currency', p.currency) OR g.phone <> p.phone)`,
  ),
  'an admin payout leaves its account when it is completed, and only then': of(
    'payout',
    `
    SELECT p.id FROM payouts p WHERE 1 «p.id» AND +p.owner_id IS NULL AND (${PAYOUT_STATES.arrived.inText('p.status')}) <> (
      SELECT count(*) FROM transfers t WHERE t.kind IN ${kinds('payout:done', 'payout:late')} AND t.ref = p.id
        AND t.amount_minor = p.amount_minor AND t.currency = p.currency)`,
  ),
  'an admin payout that failed or was cancelled gave back what it reserved': of(
    'payout',
    `
    SELECT r.ref FROM transfers r JOIN payouts p ON p.id = r.ref WHERE r.kind = 'payout:reserved' «r.ref»
      AND (${PAYOUT_STATES.released.inText('p.status')} OR EXISTS (SELECT 1 FROM transfers l WHERE l.kind = ${kind('payout:late')} AND l.ref = p.id)) <> (
        SELECT count(*) FROM transfers t WHERE t.kind = 'payout:released' AND t.ref = r.ref AND t.to_account = r.from_account
          AND t.amount_minor = r.amount_minor AND t.currency = r.currency)`,
  ),
  'a payout is where its history and its gateway say': of(
    'payout',
    `
    SELECT p.id FROM payouts p WHERE 1 «p.id» AND (NOT EXISTS (
        SELECT 1 FROM history h WHERE h.thing_id = p.id AND h.version = p.version AND h.to_status = p.status)
      OR EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.reference = p.id AND (
        (g.status = 'succeeded') <> (p.status = 'COMPLETED') OR (g.status = 'reversed') <> (p.status = 'RETURNED') OR (g.status = 'failed') <> (${PAYOUT_STATES.released.inText('p.status')}))))`,
  ),
}
