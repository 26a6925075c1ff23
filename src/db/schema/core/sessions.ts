import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant } from '#db/columns.ts'
import { users } from './users.ts'

export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    clientType: text('client_type', { enum: ['WEB', 'MOBILE'] }).notNull(),
    deviceName: text('device_name'),
    ipAddress: text('ip_address'),
    /**
     * Rises at each refresh: a token carries its generation and is worked out from it, never stored. Only this generation's
     * is accepted, and its predecessor for 30 s.
     */
    generation: integer('generation').notNull().default(1),
    rotatedAt: integer('rotated_at').notNull(),
    createdAt: createdAt(),
    lastUsedAt: integer('last_used_at').notNull(),
    /** The sliding end: 30 days after the last refresh. */
    expiresAt: integer('expires_at').notNull(),
    /** The fixed end: 90 days after the sign-in, however often it is refreshed. */
    endsAt: integer('ends_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokeReason: text('revoke_reason'),
    /** The time of the last proof of its owner; null if only a mailed code opened an account that has a better factor. */
    provenAt: instant('proven_at'),
    /** Whether it gave an authenticator's code, a backup code or a passkey. */
    hasSecondFactor: flag('has_second_factor').notNull().default(false),
  },
  (t) => [
    index('sessions_live').on(t.userId, t.createdAt).where(sql`revoked_at IS NULL`),
    index('sessions_of_user').on(t.userId),
    index('sessions_ended').on(sql`CASE WHEN revoked_at IS NULL THEN expires_at ELSE revoked_at END`),
  ],
)
