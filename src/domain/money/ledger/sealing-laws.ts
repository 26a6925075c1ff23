/** The law of docs/growth.md, Sealed orders. */
export const SEALING_LAWS: Record<string, string> = {
  'sealed files hold the orders that say so, and what is carried of them comes to nothing in each month and currency': `
    SELECT w.n FROM (
      SELECT f.n, f.orders, f.total_minor FROM sealed_files f
      UNION ALL SELECT o.sealed_in, -1, -o.total_minor FROM orders o WHERE o.sealed_in IS NOT NULL) w
    GROUP BY w.n HAVING sum(w.orders) <> 0 OR sum(w.total_minor) <> 0
    UNION ALL SELECT f.n FROM sealed_files f WHERE f.orders < 0 OR f.orders > f.written
    UNION ALL SELECT substr(t.ref, 1, 7) FROM transfers t WHERE t.kind = 'sealed:carried' GROUP BY substr(t.ref, 1, 7), t.currency
      HAVING sum(iif(t.to_account = 'sealed:carried', -t.amount_minor, t.amount_minor)) <> 0`,
}
