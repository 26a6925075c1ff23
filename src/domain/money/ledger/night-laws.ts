import { COPY_LAWS } from './copy-laws.ts'

/** The day of an instant in Lubumbashi and Kigali, as `dayOf` of the kernel says it. */
const dayIn = (instant: string) => `date(${instant} / 1000 + 7200, 'unixepoch')`

/**
 * Totals and copies that are kept as things happen, each against the rows that it is of (docs/money.md, Laws): too long to be
 * looked at in every hour. Queries that must find nothing.
 */
export const NIGHT_LAWS: Record<string, string> = {
  'what riders earned by day is what was paid to them': `
    SELECT w.rider_id FROM (
      SELECT d.rider_id, d.day, d.currency, d.earned_minor, d.deliveries FROM rider_days d
      UNION ALL SELECT substr(t.to_account, 7, length(t.to_account) - 16), ${dayIn('t.created_at')}, t.currency, -t.amount_minor, -1
        FROM transfers t WHERE t.kind = 'order:rider') w
    GROUP BY w.rider_id, w.day, w.currency HAVING sum(w.earned_minor) <> 0 OR sum(w.deliveries) <> 0`,
  'the totals of expenses are those of their rows': `
    SELECT w.day FROM (
      SELECT t.day, t.status, t.category, t.currency, t.count, t.amount_minor FROM expense_totals t
      UNION ALL SELECT e.day, e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e
      UNION ALL SELECT '', e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e) w
    GROUP BY w.day, w.status, w.category, w.currency HAVING sum(w.count) <> 0 OR sum(w.amount_minor) <> 0`,
  'what orders come to is the sum of the orders': `
    SELECT status FROM (
      SELECT status, currency, orders, amount_minor FROM order_totals
      UNION ALL SELECT o.status, o.currency, -count(*), -sum(o.total_minor) FROM orders o GROUP BY 1, 2)
    GROUP BY status, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0`,
  ...COPY_LAWS,
}
