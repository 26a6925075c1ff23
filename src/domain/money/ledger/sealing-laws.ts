import { atNight, type Law, open, SUBJECTS } from '#db/law.ts'

/** Laws of docs/growth.md, Sealed orders. */
export const SEALING_LAWS: Record<string, Law> = {
  'sealed files are there, as they were written': open('SELECT f.key FROM sealed_files f WHERE f.is_broken = 1'),
  'sealed files hold the orders that say so, and what is carried of them comes to nothing in each currency': [
    ...atNight(
      `
    SELECT o.id FROM orders o WHERE o.sealed_in IS NOT NULL «o.id» AND NOT EXISTS (SELECT 1 FROM sealed_files f WHERE f.n = o.sealed_in)`,
      SUBJECTS.order,
    ),
    ...atNight(
      `
    SELECT f.key FROM sealed_files f WHERE 1 «f.key» AND (f.orders < 0 OR f.orders > f.written
      OR (f.orders, f.total_minor) <> (SELECT count(*), coalesce(sum(o.total_minor), 0) FROM orders o WHERE o.sealed_in = f.n))`,
      'k.key FROM sealed_files k WHERE k.key',
    ),
    ...atNight(`
    SELECT t.currency FROM transfers t WHERE t.kind = 'sealed:carried' GROUP BY t.currency
      HAVING sum(iif(t.to_account = 'sealed:carried', -t.amount_minor, t.amount_minor)) <> 0`),
  ],
}
