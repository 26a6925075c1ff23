import { type SQL, sql } from 'drizzle-orm'
import { IS_TAKEN_BACK } from '#domain/orders/refunds/of-orders/settle-refund.ts'

/** Every order that the payin is for still waits: nobody is asked for what one of them has no use for. */
export const isAwaited = ({ id }: { id: string }): SQL => sql`NOT EXISTS (
  SELECT 1 FROM payin_shares w JOIN orders o ON o.id = w.order_id WHERE w.payin_id = ${id} AND o.status <> 'PENDING_PAYMENT')`

/** The buyers whose orders the payin pays. */
export const buyersOf = ({ id }: { id: string }): SQL =>
  sql`SELECT o.buyer_id FROM payin_shares w JOIN orders o ON o.id = w.order_id WHERE w.payin_id = ${id}`

/** Whether a refund is on its way, of a payment that its operator has not taken back: otherwise the buyer would get it twice. */
export const isOwed = ({ subjectId }: { subjectId: string }): SQL => sql`EXISTS (
  SELECT 1 FROM refunds s WHERE s.id = ${subjectId} AND s.status = 'PROCESSING' AND NOT (${IS_TAKEN_BACK}) AND (s.payin_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM subscription_payments p WHERE p.id = s.subscription_payment_id AND p.status <> 'SUCCEEDED')))`

/** The person who gets the refund: the buyer of its order, or the seller of its subscription. */
export const ownersOfRefund = ({ subjectId }: { subjectId: string }): SQL => sql`
  SELECT coalesce(o.buyer_id, f.user_id) FROM refunds r
  LEFT JOIN orders o ON o.id = r.order_id LEFT JOIN subscription_payments p ON p.id = r.subscription_payment_id
  LEFT JOIN seller_profiles f ON f.id = p.seller_profile_id WHERE r.id = ${subjectId}`
