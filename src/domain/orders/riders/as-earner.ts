import { type SQL, sql } from 'drizzle-orm'

/** Riders as money sees whoever earns: SELECT of kind, id, user_id and at of those of whom `condition` is true, which are `e` in it. */
export const ridersWho = (condition: SQL): SQL =>
  sql`SELECT 'rider' AS kind, e.id, e.user_id, e.created_at AS at FROM riders e WHERE ${condition}`
