import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json } from '#db/columns.ts'
import { users } from './users.ts'

/** Fields that a person typed to join, and their device. */
export type JoinForm = Pick<
  typeof users.$inferSelect,
  'name' | 'role' | 'phone' | 'preferredCurrency' | 'locale' | 'passwordHash'
> & { device: string }

/** One-time codes: at most one live per person and purpose, kept as a keyed hash bound to its target. */
export const codes = sqliteTable(
  'codes',
  {
    purpose: text('purpose').notNull(),
    /** The user's id, or the e-mail address of a guest. */
    person: text('person').notNull(),
    /** The target that the code approves: the phone, or the exact amount, currency and number. */
    target: text('target').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: integer('sent_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
    /** Fields of a registration, with its code: others may have registered the same address. */
    typed: json<JoinForm>('typed'),
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
 * Random secrets that a person carries from one request to a later one: the token between password and authenticator, a reset link, a
 * passkey challenge. Only the keyed hash is kept; each try is counted, and the fifth is the last.
 */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    id: id(),
    purpose: text('purpose', {
      enum: ['TOTP_CHALLENGE', 'PASSWORD_RESET', 'RECOVERY', 'PASSKEY_REGISTRATION', 'PASSKEY_LOGIN', 'CHANGE_UNDO'],
    }).notNull(),
    /** Null if the person is not known yet: a passkey sign-in. */
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
