import { type SQL, sql } from 'drizzle-orm'

/** SELECT of the riders who fit `condition`, with the columns that money reads of earners: kind, id, user_id, at. A rider is `e` in it. */
export const ridersWho = (condition: SQL): SQL =>
  sql`SELECT 'rider' AS kind, e.id, e.user_id, e.created_at AS at FROM riders e WHERE ${condition}`
