import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, json } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { users } from '../core/users.ts'

/** The authenticator app of an account: at most one, asked for at every sign-in after it is confirmed. */
export const totp = sqliteTable('totp', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The seed, sealed with the key of `keyVersion` for this account alone. */
  sealedSeed: text('sealed_seed').notNull(),
  keyVersion: integer('key_version').notNull(),
  /** Null until its first code was typed. */
  confirmedAt: instant('confirmed_at'),
  /** The last accepted time step: neither this step nor any before it is accepted again. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: createdAt(),
})

/** One-time codes for a person who lost the authenticator, shown once and kept as keyed hashes. */
export const backupCodes = sqliteTable(
  'backup_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** A passkey of an account (WebAuthn Level 3). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** base64url, as the authenticator made it. */
    credentialId: text('credential_id').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter: it is compared and swapped, because one that goes back means a copy. */
    counter: integer('counter').notNull(),
    transports: json<string[]>('transports').notNull().default([]),
    backedUp: flag('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_of_user').on(t.userId, t.createdAt),
    check('passkeys_counter', sql`counter >= 0`),
  ],
)

uniqueKey([passkeys.credentialId], "Cette clé d'accès est déjà enregistrée.")

/** An account of an external identity provider that signs in here. */
export const identities = sqliteTable(
  'identities',
  {
    provider: text('provider', { enum: ['GOOGLE'] }).notNull(),
    /** The provider's own id of the person: it stays when their address changes. */
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    linkedAt: integer('linked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), uniqueIndex('identities_of_user').on(t.userId, t.provider)],
)

uniqueKey([identities.provider, identities.subject], 'Ce compte Google est déjà lié à un compte.')
uniqueKey([identities.userId, identities.provider], 'Un compte Google est déjà lié à votre compte.')
