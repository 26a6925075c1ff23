/**
 * Sums that grow with every order are not added up each hour: what rows up to a mark come to is kept beside the sum, and only
 * rows behind the mark are added to it (docs/money.md, Laws).
 */
const PROOFS = {
  accounts: {
    from: 'transfers',
    sum: 'proved_minor',
    since: (
      mark: string,
    ) => `coalesce((SELECT sum(iif(t.to_account = a.code, t.amount_minor, -t.amount_minor)) FROM transfers t
      WHERE t.rowid > ${mark} AND a.code IN (t.to_account, t.from_account) AND t.currency = a.currency), 0)`,
    moves: `SELECT t.to_account AS code, t.currency, t.amount_minor AS amount FROM transfers t WHERE t.rowid > ?1 AND t.rowid <= ?2
      UNION ALL SELECT t.from_account, t.currency, -t.amount_minor FROM transfers t WHERE t.rowid > ?1 AND t.rowid <= ?2`,
    keys: ['code', 'currency'],
  },
  variants: {
    from: 'stock_movements',
    sum: 'proved',
    since: (mark: string) =>
      `coalesce((SELECT sum(m.amount) FROM stock_movements m WHERE m.rowid > ${mark} AND m.variant_id = v.id), 0)`,
    moves: 'SELECT m.variant_id AS id, m.amount FROM stock_movements m WHERE m.rowid > ?1 AND m.rowid <= ?2',
    keys: ['id'],
  },
}
type Proved = keyof typeof PROOFS

const markOf = (table: Proved) => `(SELECT k.proved_to FROM law_marks k WHERE k.name = '${table}')`

/** What rows behind the mark add to the sum of the account `a`, or of the variant `v`. */
export const sinceProof = (table: Proved): string => PROOFS[table].since(markOf(table))
