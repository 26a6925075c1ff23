import { type SQL, sql } from 'drizzle-orm'

/** Sellers as money sees whoever earns: SELECT of kind, id, user_id and at of those of whom `condition` is true, which are `e` in it. */
export const sellersWho = (condition: SQL): SQL =>
  sql`SELECT 'seller' AS kind, e.id, e.user_id, e.created_at AS at FROM seller_profiles e WHERE ${condition}`

/** The name of the business of this id; null of a rider. */
export const businessNameOf = (id: string | SQL): SQL<string | null> =>
  sql<string | null>`(SELECT sp.business_name FROM seller_profiles sp WHERE sp.id = ${id})`

/** The seller of this id has no approved identity; false of a rider. */
export const isUnverified = (id: string | SQL): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM seller_profiles sk WHERE sk.id = ${id} AND sk.kyc_status <> 'APPROVED')`
