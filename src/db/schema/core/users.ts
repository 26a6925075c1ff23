import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, updatedAt } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { LOCALES } from '#kernel/format.ts'
import { currencies } from '#kernel/money.ts'
import { ROLES } from '#kernel/roles.ts'

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
    locale: text('locale', { enum: LOCALES }).notNull().default('fr'),
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
    /** Null for one that was proved before this was kept. */
    secondaryEmailVerifiedAt: instant('secondary_email_verified_at'),
    /** Withdrawals are frozen until then, after a change of the account. */
    withdrawalsHeldUntil: instant('withdrawals_held_until'),
    /** The time since which devices are known: devices that signed in before are forgotten. */
    devicesKnownSince: instant('devices_known_since'),
    /** The end of the time in which a new or returned ADMIN approves nothing about money. */
    approvalsHeldUntil: instant('approvals_held_until'),
    /** The time until which a person who now has another role was in office as ADMIN. */
    wasAdminUntil: instant('was_admin_until'),
    /** The number, if staff vouched for it and no SMS proved it since. */
    phoneVouched: text('phone_vouched'),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_phone').on(t.phone).where(sql`phone_verified_at IS NOT NULL AND deleted_at IS NULL`),
    index('users_avatar').on(t.avatarKey).where(sql`avatar_key IS NOT NULL`),
    index('users_newest').on(t.createdAt, t.id),
    index('users_role_newest').on(t.role, t.createdAt, t.id),
    index('users_secondary_email').on(t.secondaryEmail).where(sql`secondary_email IS NOT NULL`),
    index('users_unproved')
      .on(t.createdAt)
      .where(sql`email_verified_at IS NULL AND last_login_at IS NULL AND deleted_at IS NULL`),
    index('users_was_admin').on(t.wasAdminUntil).where(sql`was_admin_until IS NOT NULL`),
    index('users_erased').on(t.erasedAt).where(sql`erased_at IS NOT NULL`),
    index('users_erasure_due').on(t.erasureDueAt).where(sql`erasure_due_at IS NOT NULL AND erased_at IS NULL`),
  ],
)

uniqueKey([users.email], 'Cette adresse e-mail est déjà utilisée.')
uniqueKey(
  [users.phone],
  "Ce numéro est celui d'un autre compte. S'il vous a été pris, suivez le lien de l'e-mail reçu alors, valable 7 jours ; sinon donnez un autre numéro, ou écrivez à l'assistance.",
)
