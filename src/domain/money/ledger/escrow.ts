/** The amount, or the commission, that refunds have taken from the payment of the order `o`. */
export const refundedOf = (
  column: 'amount_minor' | 'commission_minor',
  on = `'PROCESSING', 'SUCCEEDED'`,
) => `coalesce((SELECT sum(r.${column}) FROM refunds r
  WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (${on})), 0)`

/** Whether the order `o` has money that only a refund or an ADMIN reaches. */
export const KEEPS = `(coalesce((SELECT sum(a.balance_minor) FROM accounts a WHERE a.code = 'order:' || o.id || ':held'), 0) <> 0
  OR o.reached_at ->> 'ACCEPTED' IS NOT NULL AND o.reached_at ->> 'COMPLETED' IS NULL AND o.paid_subtotal_minor > ${refundedOf('amount_minor')})`
