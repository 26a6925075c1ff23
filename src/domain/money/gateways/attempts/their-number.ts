import { type SQL, sql } from 'drizzle-orm'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { payinsOfBuyer, payinsOfSubscriber } from '#domain/money/above.ts'

/** The payer: the buyer of an order, or the seller of a subscription. */
type Payer = { buyerId: string | SQL } | { subscriberId: string | SQL }

/** Whether the attempt `g` brought money, also too little. */
const HAS_PAID = sql`(${ATTEMPT_STATES.arrived.in('g.status')} OR g.received_minor IS NOT NULL)`

/** Whether a number has paid an order of a buyer, or a subscription of a seller. */
const hasPaid = (purchase: Payer, phone: string | SQL): SQL => {
  const paid = sql`g.phone = ${phone} AND ${HAS_PAID}`
  return 'buyerId' in purchase ? payinsOfBuyer(purchase.buyerId, paid) : payinsOfSubscriber(purchase.subscriberId, paid)
}

/** Whether a number is verified for the payer, or has paid for them. */
export const isTheirs = (purchase: Payer, phone: string | SQL): SQL => sql`(EXISTS (
  SELECT 1 FROM users u WHERE u.id = ${'buyerId' in purchase ? purchase.buyerId : purchase.subscriberId} AND u.phone = ${phone} AND u.phone_verified_at IS NOT NULL)
  OR EXISTS (${hasPaid(purchase, phone)}))`

/** Whether a number belongs to this person, as a buyer or as a seller: they proved it, or it has paid for them. */
export const isNumberOf = (userId: string, phone: string): SQL =>
  sql`(${isTheirs({ buyerId: userId }, phone)} OR EXISTS (${hasPaid({ subscriberId: userId }, phone)}))`
