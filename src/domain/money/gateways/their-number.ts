import { type SQL, sql } from 'drizzle-orm'
import { MOVEMENT_STATES } from '../../../db/schema/money/gateways.ts'

/** Who paid: the buyer of an order, or the seller of a subscription. */
type Payer = { buyerId: string | SQL } | { subscriberId: string | SQL }

/** The movement `g` brought something, also too little. */
const HAS_PAID = sql`(${MOVEMENT_STATES.arrived.in('g.status')} OR g.received_minor IS NOT NULL)`

/** Whether a number has paid an order of a buyer, or a subscription of a seller: CROSS walks from theirs. */
const hasPaid = (purchase: Payer, phone: string | SQL): SQL =>
  'buyerId' in purchase
    ? sql`SELECT 1 FROM orders o CROSS JOIN payin_shares w ON w.order_id = o.id CROSS JOIN gateway_transactions g ON g.id = w.payin_id
        WHERE o.buyer_id = ${purchase.buyerId} AND g.phone = ${phone} AND ${HAS_PAID}`
    : sql`SELECT 1 FROM seller_profiles f CROSS JOIN subscription_payments p ON p.seller_profile_id = f.id
        CROSS JOIN gateway_transactions g ON g.subject_id = p.id
        WHERE f.user_id = ${purchase.subscriberId} AND g.purpose = 'SUBSCRIPTION' AND g.phone = ${phone} AND ${HAS_PAID}`

/** Whether a number is a verified one of who paid, or has paid for them. */
export const isTheirs = (purchase: Payer, phone: string | SQL): SQL => sql`(EXISTS (
  SELECT 1 FROM users u WHERE u.id = ${'buyerId' in purchase ? purchase.buyerId : purchase.subscriberId} AND u.phone = ${phone} AND u.phone_verified_at IS NOT NULL)
  OR EXISTS (${hasPaid(purchase, phone)}))`

/** Whether a number is this person's, as a buyer or as a seller: they proved it, or it has paid for them. */
export const isNumberOf = (userId: string, phone: string): SQL =>
  sql`(${isTheirs({ buyerId: userId }, phone)} OR EXISTS (${hasPaid({ subscriberId: userId }, phone)}))`
