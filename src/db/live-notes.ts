import { sql } from 'drizzle-orm'
import { once } from './once.ts'
import type { LiveNote } from './schema/core/live.ts'

/** Takes the notes of the present commit out of the database: its last statement, so that none is kept. */
export const takeNotes = once((db) =>
  db.all<LiveNote>(sql`
    DELETE FROM live_notes
    RETURNING place, user_id AS userId, session_id AS sessionId, topic, rank, message`),
)
