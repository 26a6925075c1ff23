import { type SQL, sql } from 'drizzle-orm'

/** Whether the subscription that the attempt `g` pays for is this person's. */
export const isOfSubscriber = (userId: string): SQL => sql`EXISTS (
  SELECT 1 FROM subscription_payments p CROSS JOIN seller_profiles f ON f.id = p.seller_profile_id
  WHERE p.id = g.subject_id AND f.user_id = ${userId})`

/** The payins of a seller's subscriptions, which are `g` in `condition`: CROSS walks from the seller's. */
export const payinsOfSubscriber = (userId: string | SQL, condition: SQL): SQL => sql`
  SELECT 1 FROM seller_profiles f CROSS JOIN subscription_payments p ON p.seller_profile_id = f.id
  CROSS JOIN gateway_transactions g ON g.subject_id = p.id
  WHERE f.user_id = ${userId} AND g.purpose = 'SUBSCRIPTION' AND ${condition}`

/** The payment still waits for its money. */
export const isAwaited = ({ subjectId }: { subjectId: string }): SQL =>
  sql`EXISTS (SELECT 1 FROM subscription_payments s WHERE s.id = ${subjectId} AND s.status = 'PENDING')`

/** The seller whose subscription it pays. */
export const subscriberOf = ({ subjectId }: { subjectId: string }): SQL => sql`
  SELECT f.user_id FROM subscription_payments p JOIN seller_profiles f ON f.id = p.seller_profile_id WHERE p.id = ${subjectId}`
