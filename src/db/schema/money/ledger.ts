import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, flag, id, keyedTable } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'

/** Ledger accounts. Balances are written by the trigger on transfers and by nothing else. */
export const accounts = keyedTable(
  'accounts',
  {
    /** gateway<id>:clearing, order:<id>:held, seller:<id>:available, … */
    code: text('code').notNull(),
    currency: currency(),
    balanceMinor: integer('balance_minor').notNull(),
    mayOverdraw: flag('may_overdraw').notNull(),
    /** The sum of the transfers up to the mark of `law_marks`. */
    provedMinor: integer('proved_minor').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.code, t.currency] }),
    check('accounts_covered', sql`may_overdraw = 1 OR balance_minor >= 0`),
  ],
)

constraint('accounts_covered', { code: 'CONFLICT', reason: 'INSUFFICIENT_BALANCE' })

/** The kinds of transfers. */
export const TRANSFER_KINDS = [
  'booking:fee',
  'booking:given',
  'booking:got',
  'booking:rounding',
  'booking:settlement',
  'booking:topUp',
  'charge:collected',
  'charge:paid',
  'charge:reversed',
  'expense:approved',
  'order:accepted',
  'order:commission',
  'order:completed',
  'order:delivery',
  'order:exchanged',
  'order:paid',
  'order:rider',
  'order:rounded',
  'payin:reversed',
  'payin:surplus',
  'payout:done',
  'payout:late',
  'payout:released',
  'payout:reserved',
  'payout:returned',
  'platform:covered',
  'refund:back',
  'refund:done',
  'refund:exchanged',
  'refund:late',
  'refund:returned',
  'refund:rounded',
  'refund:taken',
  'reversal:stood',
  'sealed:carried',
  'subscription:paid',
  'subscription:reversed',
  'subscription:rounded',
  'transfer:reversed',
  'wallet:collected',
  'wallet:covered',
  'wallet:seized',
  'wallet:unclaimed',
  'wallet:written-off',
  'withdrawal:done',
  'withdrawal:exchanged',
  'withdrawal:exchanged-back',
  'withdrawal:failed',
  'withdrawal:late',
  'withdrawal:reserved',
  'withdrawal:returned',
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** Transfers of the ledger. A trigger refuses every UPDATE and DELETE; a correction is a transfer that reverses another. */
export const transfers = sqliteTable(
  'transfers',
  {
    id: id(),
    kind: text('kind', { enum: TRANSFER_KINDS }).notNull(),
    /** The subject of the transfer; with the kind it is its key, so that nothing is posted twice. */
    ref: text('ref').notNull(),
    fromAccount: text('from_account').notNull(),
    toAccount: text('to_account').notNull(),
    amountMinor: amountMinor(),
    currency: currency(),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('transfers_key').on(t.kind, t.ref),
    index('transfers_newest').on(t.currency, t.createdAt),
    index('transfers_kind_newest').on(t.kind, t.currency, t.createdAt),
    index('transfers_from').on(t.fromAccount, t.currency, t.createdAt),
    index('transfers_to').on(t.toAccount, t.currency, t.createdAt),
    check('transfers_amount', sql`amount_minor > 0 AND from_account <> to_account`),
  ],
)

/** Types of the lines that sellers and riders read about their money. */
export const WALLET_ENTRY_TYPES = [
  'SALE',
  'COMMISSION',
  'REFUND',
  'PAYOUT',
  'PAYOUT_REVERSAL',
  'ADJUSTMENT',
  'DELIVERY',
] as const

export const walletEntries = sqliteTable(
  'wallet_entries',
  {
    id: id(),
    ownerId: text('owner_id').notNull(),
    type: text('type', { enum: WALLET_ENTRY_TYPES }).notNull(),
    /** Signed: an amount that leaves the wallet is negative. */
    amountMinor: amountMinor(),
    currency: currency(),
    balanceAfterMinor: integer('balance_after_minor').notNull(),
    orderId: text('order_id'),
    payoutId: text('payout_id'),
    createdAt: createdAt(),
  },
  (t) => [
    // Within one instant the rowid, with which each index ends, is the order of the commits.
    index('wallet_entries_owner').on(t.ownerId, t.createdAt),
    index('wallet_entries_owner_type').on(t.ownerId, t.type, t.createdAt),
    index('wallet_entries_owner_currency').on(t.ownerId, t.currency, t.createdAt),
  ],
)

/** The balance of each wallet at the beginning of a month in which it moved, and the sum of its lines: a trigger keeps both. */
export const walletMonths = sqliteTable(
  'wallet_months',
  {
    ownerId: text('owner_id').notNull(),
    currency: currency(),
    /** YYYY-MM, of Lubumbashi and Kigali. */
    month: text('month').notNull(),
    openingMinor: integer('opening_minor').notNull(),
    amountMinor: amountMinor(),
    lines: integer('lines').notNull(),
    /** The SHA-256 of the sealed file that has the wallet's lines of the month, in all currencies; null while they are here. */
    sha256: text('sha256'),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.currency, t.month] }),
    index('wallet_months_here').on(t.month, t.ownerId).where(sql`sha256 IS NULL`),
  ],
)
