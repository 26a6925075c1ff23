import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../kernel/money.ts'
import { ROLES } from '../../kernel/roles.ts'
import { createdAt, id, instant, updatedAt } from '../columns.ts'

export const users = sqliteTable(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    /** Digits, country code first. */
    phone: text('phone'),
    phoneVerifiedAt: instant('phone_verified_at'),
    role: text('role', { enum: ROLES }).notNull(),
    preferredCurrency: text('preferred_currency', { enum: currencies }).notNull().default('USD'),
    locale: text('locale', { enum: ['fr', 'en'] })
      .notNull()
      .default('fr'),
    avatarKey: text('avatar_key'),
    /** `scrypt$N$r$p$salt$hash`; null for accounts that only sign in otherwise. */
    passwordHash: text('password_hash'),
    blockedAt: instant('blocked_at'),
    blockReason: text('block_reason'),
    deletedAt: instant('deleted_at'),
    lastLoginAt: instant('last_login_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_phone').on(t.phone).where(sql`phone_verified_at IS NOT NULL AND deleted_at IS NULL`),
    index('users_newest').on(t.createdAt, t.id),
    index('users_role_newest').on(t.role, t.createdAt, t.id),
  ],
)

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
    /** Sliding end: 30 days after the last refresh. */
    expiresAt: integer('expires_at').notNull(),
    /** 90 days after the sign-in, however often it is refreshed. */
    endsAt: integer('ends_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokeReason: text('revoke_reason'),
  },
  (t) => [index('sessions_live').on(t.userId, t.createdAt).where(sql`revoked_at IS NULL`)],
)

/** One-time codes: at most one live per person and purpose, kept as a keyed hash bound to its target. */
export const codes = sqliteTable(
  'codes',
  {
    purpose: text('purpose').notNull(),
    /** The user's id, or the e-mail address of somebody who is not signed in. */
    person: text('person').notNull(),
    /** What the code approves: the phone, or the exact amount, currency and number. */
    target: text('target').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: integer('sent_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
  },
  (t) => [primaryKey({ columns: [t.purpose, t.person] }), check('codes_attempts', sql`attempts BETWEEN 0 AND 5`)],
)

/** Counts tries that have no code row of their own: passwords of an account, hand-over codes of a delivery. */
export const attempts = sqliteTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: integer('window_ends_at').notNull(),
  },
  (t) => [index('attempts_window').on(t.windowEndsAt)],
)
