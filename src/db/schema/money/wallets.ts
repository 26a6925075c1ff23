import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from '#db/columns.ts'
import { currencies } from '#kernel/money.ts'
import { countryCodes } from '#kernel/phone.ts'
import { users } from '../core/users.ts'

/** The payout numbers of sellers and riders. The balances themselves are ledger accounts. */
export const wallets = sqliteTable(
  'wallets',
  {
    /** The seller profile's or the rider's id. */
    ownerId: text('owner_id').primaryKey(),
    ownerKind: text('owner_kind', { enum: ['seller', 'rider'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    payoutPhone: text('payout_phone'),
    payoutNetwork: text('payout_network'),
    payoutCountry: text('payout_country', { enum: countryCodes }),
    payoutVerifiedAt: instant('payout_verified_at'),
    frozenAt: instant('frozen_at'),
    freezeReason: text('freeze_reason'),
    createdAt: createdAt(),
  },
  (t) => [
    check('wallets_number', sql`payout_verified_at IS NULL OR payout_phone IS NOT NULL`),
    // SQLite looks up the wallets of an account that is deleted.
    index('wallets_user').on(t.userId),
  ],
)

/** Settings of finance, per currency. */
export const moneySettings = sqliteTable('money_settings', {
  currency: text('currency', { enum: currencies }).primaryKey(),
  minPayoutMinor: integer('min_payout_minor').notNull(),
  /** Null means no limit. */
  maxPayoutPerDayMinor: integer('max_payout_per_day_minor'),
  commissionBps: integer('commission_bps').notNull(),
})
