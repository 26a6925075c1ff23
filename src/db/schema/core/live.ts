import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** People who have a live connection open (docs/live.md): triggers note changes for them alone. */
export const liveListeners = sqliteTable(
  'live_listeners',
  {
    userId: text('user_id').primaryKey(),
    /** The person as a rider, who hears of jobs. */
    riderId: text('rider_id'),
  },
  (t) => [index('live_listeners_riders').on(t.riderId).where(sql`rider_id IS NOT NULL`)],
)

/**
 * Live messages of a commit. Triggers write them beside the rows that they are about; the last statement of the commit takes them out, so
 * that they are sent once it is done.
 */
export const liveNotes = sqliteTable('live_notes', {
  place: integer('place').primaryKey(),
  /** The person who hears it. */
  userId: text('user_id').notNull(),
  /** The session that ends with it; null for a message to all connections of the person. */
  sessionId: text('session_id'),
  /** The thing whose messages must not come out of order, and the rank of this one: a later one has a higher rank. */
  topic: text('topic'),
  rank: integer('rank'),
  /** The message as JSON. */
  message: text('message').notNull(),
})

/** A live message for one person, as a trigger wrote it in a commit. */
export type LiveNote = typeof liveNotes.$inferSelect
