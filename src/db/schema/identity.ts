import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../kernel/money.ts'
import { countryCodes } from '../../kernel/phone.ts'
import { ROLES } from '../../kernel/roles.ts'
import { createdAt, flag, id, instant, json, updatedAt } from '../columns.ts'

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
    /** Lower case, and proven: until its code came back it is kept with the code. */
    secondaryEmail: text('secondary_email'),
    /** `scrypt$N$r$p$salt$hash`; null for accounts that only sign in otherwise. */
    passwordHash: text('password_hash'),
    blockedAt: instant('blocked_at'),
    blockReason: text('block_reason'),
    deletedAt: instant('deleted_at'),
    /** When what is personal goes: 30 days after the person, or an administrator, asked for it. */
    erasureDueAt: instant('erasure_due_at'),
    erasedAt: instant('erased_at'),
    lastLoginAt: instant('last_login_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_phone').on(t.phone).where(sql`phone_verified_at IS NOT NULL AND deleted_at IS NULL`),
    index('users_newest').on(t.createdAt, t.id),
    index('users_role_newest').on(t.role, t.createdAt, t.id),
    index('users_secondary_email').on(t.secondaryEmail).where(sql`secondary_email IS NOT NULL`),
    index('users_erasure_due').on(t.erasureDueAt).where(sql`erasure_due_at IS NOT NULL AND erased_at IS NULL`),
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
  (t) => [
    index('sessions_live').on(t.userId, t.createdAt).where(sql`revoked_at IS NULL`),
    index('sessions_of_user').on(t.userId),
  ],
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

/**
 * Random secrets that somebody carries from one request to a later one: the token between password and authenticator, a
 * reset link, a passkey challenge. Only the keyed hash is kept; each try is counted, and the fifth is the last.
 */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    id: id(),
    purpose: text('purpose', {
      enum: ['TOTP_CHALLENGE', 'PASSWORD_RESET', 'RECOVERY', 'PASSKEY_REGISTRATION', 'PASSKEY_LOGIN'],
    }).notNull(),
    /** Null where nobody is known yet: a passkey sign-in. */
    userId: text('user_id').references(() => users.id),
    secretHash: text('secret_hash').notNull(),
    facts: json<Record<string, string | number | null>>('facts').notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('one_time_tokens_live').on(t.userId, t.purpose).where(sql`consumed_at IS NULL`),
    index('one_time_tokens_expiry').on(t.expiresAt),
    check('one_time_tokens_attempts', sql`attempts BETWEEN 0 AND 5`),
  ],
)

/** Devices a person signed in from: the first sign-in from another one is told to them. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the client type and the device's name. */
    device: text('device').notNull(),
    firstSeenAt: integer('first_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
)

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
  },
  (t) => [
    index('recoveries_open').on(t.userId).where(sql`completed_at IS NULL AND cancelled_at IS NULL`),
    index('recoveries_expiry').on(t.expiresAt),
  ],
)

/** Where a person has things brought to. */
export const addresses = sqliteTable(
  'addresses',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    label: text('label').notNull(),
    recipientName: text('recipient_name').notNull(),
    phone: text('phone').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    city: text('city').notNull(),
    commune: text('commune'),
    quartier: text('quartier'),
    avenue: text('avenue'),
    number: text('number'),
    landmark: text('landmark'),
    lat: real('lat'),
    lng: real('lng'),
    isDefault: flag('is_default').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('addresses_of_user').on(t.userId, t.createdAt),
    uniqueIndex('addresses_default').on(t.userId).where(sql`is_default = 1`),
  ],
)
