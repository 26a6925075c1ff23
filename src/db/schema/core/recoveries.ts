import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from '#db/columns.ts'
import { users } from './users.ts'

/** Somebody who says that an account is theirs and that they cannot get in. */
export const recoveries = sqliteTable(
  'recoveries',
  {
    id: id(),
    /** Null when nobody has that address or number: the answers are the same. */
    userId: text('user_id').references(() => users.id),
    provenAt: instant('proven_at'),
    completedAt: instant('completed_at'),
    /** By the owner, who signed in meanwhile. */
    cancelledAt: instant('cancelled_at'),
    expiresAt: integer('expires_at').notNull(),
    createdAt: createdAt(),
    /** The address or number that was typed: tries are counted by it, whether or not it is anybody's. */
    identifier: text('identifier'),
  },
  (t) => [
    index('recoveries_open').on(t.userId).where(sql`completed_at IS NULL AND cancelled_at IS NULL`),
    index('recoveries_expiry').on(t.expiresAt),
  ],
)
