import { type Law, of, open } from '#db/law.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { EXPENSES } from './accounts.ts'

const APPROVED: TransferKind = 'expense:approved'
/** An approval that an administrator took back in the books. */
const REVERSED: TransferKind = 'transfer:reversed'

/** Laws of docs/money.md about what the platform spends. */
export const EXPENSE_LAWS: Record<string, Law> = {
  'an expense is booked once, with its amount, when it is approved, and only then': of(
    'expense',
    `
    SELECT e.id FROM expenses e WHERE 1 «e.id» AND (e.status = 'APPROVED') <> (
      SELECT count(*) FROM transfers t WHERE t.kind = '${APPROVED}' AND t.ref = e.id
        AND t.amount_minor = e.amount_minor AND t.currency = e.currency)`,
  ),
  'what was spent is the sum of the approved expenses': open(`
    SELECT w.currency FROM (
      SELECT e.currency, e.amount_minor FROM expense_totals e WHERE e.day = '' AND e.status = 'APPROVED'
      UNION ALL SELECT a.currency, a.balance_minor FROM accounts a WHERE a.code = '${EXPENSES}'
      UNION ALL SELECT t.currency, -t.amount_minor FROM transfers t WHERE t.kind = '${REVERSED}' AND t.to_account = '${EXPENSES}') w
    GROUP BY 1 HAVING sum(w.amount_minor) <> 0`),
  'an expense says that it was taken back when its booking was, and only then': of(
    'expense',
    `
    SELECT e.id FROM expenses e WHERE 1 «e.id» AND (e.reversed_at IS NOT NULL) <> EXISTS (
      SELECT 1 FROM transfers t JOIN transfers r ON r.kind = '${REVERSED}' AND r.ref = t.id
      WHERE t.kind = '${APPROVED}' AND t.ref = e.id AND r.amount_minor = e.amount_minor AND r.currency = e.currency)`,
  ),
  'an expense is where its history says': of(
    'expense',
    `
    SELECT e.id FROM expenses e WHERE 1 «e.id» AND NOT EXISTS (
      SELECT 1 FROM history h WHERE h.thing_id = e.id AND h.version = e.version AND h.to_status = e.status)`,
  ),
}
