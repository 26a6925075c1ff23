import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../kernel/money.ts'
import { countryCodes } from '../../kernel/phone.ts'
import { amountMinor, createdAt, currency, flag, id, instant, reachedAt, updatedAt, version } from '../columns.ts'

/** Ledger accounts. Balances are written by the trigger on transfers and by nothing else. */
export const accounts = sqliteTable(
  'accounts',
  {
    /** gatewayB:clearing, order:<id>:held, seller:<id>:available, … */
    code: text('code').notNull(),
    currency: currency(),
    balanceMinor: integer('balance_minor').notNull(),
    mayOverdraw: flag('may_overdraw').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.code, t.currency] }),
    check('accounts_covered', sql`may_overdraw = 1 OR balance_minor >= 0`),
  ],
)

/** Append-only: a trigger refuses every UPDATE and DELETE. A correction is a transfer that reverses another. */
export const transfers = sqliteTable(
  'transfers',
  {
    id: id(),
    /** What the money did: order:paid, withdrawal:reserved, … */
    kind: text('kind').notNull(),
    /** What it did it for; with the kind it keys the transfer, so nothing is posted twice. */
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
    index('transfers_from').on(t.fromAccount, t.currency, t.createdAt),
    index('transfers_to').on(t.toAccount, t.currency, t.createdAt),
    check('transfers_amount', sql`amount_minor > 0 AND from_account <> to_account`),
  ],
)

/** What sellers and riders read of their own money. */
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
    /** Signed: what leaves the wallet is negative. */
    amountMinor: amountMinor(),
    currency: currency(),
    balanceAfterMinor: integer('balance_after_minor').notNull(),
    orderId: text('order_id'),
    payoutId: text('payout_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('wallet_entries_owner').on(t.ownerId, t.createdAt, t.id),
    index('wallet_entries_owner_type').on(t.ownerId, t.type, t.createdAt, t.id),
    index('wallet_entries_owner_currency').on(t.ownerId, t.currency, t.createdAt, t.id),
  ],
)

export const GATEWAYS = ['A', 'B'] as const
export const GATEWAY_STATUSES = ['pending', 'succeeded', 'failed', 'expired', 'review'] as const
export const MOVEMENT_KINDS = ['deposit', 'payin', 'payout', 'refund'] as const
/** What the money is for: decides what happens when the outcome is known. */
export const PURPOSES = ['ORDER', 'CHARGE', 'SUBSCRIPTION', 'WITHDRAWAL', 'ADMIN_PAYOUT', 'REFUND'] as const

/**
 * One attempt to move money through a gateway. Written before the call, so that whatever happens to the call the
 * sweep can ask about it; finished by one function, once.
 */
export const gatewayTransactions = sqliteTable(
  'gateway_transactions',
  {
    id: id(),
    gateway: text('gateway', { enum: GATEWAYS }).notNull(),
    kind: text('kind', { enum: MOVEMENT_KINDS }).notNull(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    /** The order, subscription payment, payout or refund it is for. */
    subjectId: text('subject_id').notNull(),
    /** The id the gateway knows it by: a UUIDv4 for A, our order_id for B. */
    reference: text('reference').notNull(),
    /** Gateway B's transaction_id, once it is known. */
    externalId: text('external_id'),
    /** The deposit that a refund through gateway A gives back. */
    originalReference: text('original_reference'),
    status: text('status', { enum: GATEWAY_STATUSES }).notNull(),
    /** Gateway's own word for a movement on its way: ACCEPTED, ENQUEUED, … */
    state: text('state'),
    amountMinor: amountMinor(),
    currency: currency(),
    phone: text('phone').notNull(),
    /** Provider of gateway A or network of gateway B. */
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    /** Null until the call is about to be made: only then may the sweep make it. */
    sentAt: instant('sent_at'),
    checks: integer('checks').notNull().default(0),
    /** When the sweep asks next; null once final. */
    nextCheckAt: instant('next_check_at'),
    finalAt: instant('final_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('gateway_transactions_reference').on(t.reference),
    uniqueIndex('gateway_transactions_live').on(t.purpose, t.subjectId).where(sql`status IN ('pending', 'review')`),
    index('gateway_transactions_external').on(t.externalId),
    index('gateway_transactions_subject').on(t.subjectId, t.createdAt),
    index('gateway_transactions_due').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    check('gateway_transactions_amount', sql`amount_minor > 0`),
  ],
)

/** One attempt to move money through a gateway. */
export type GatewayTransaction = typeof gatewayTransactions.$inferSelect

/** A charge whose fields are checked and whose amount is in minor units. */
export type Charge = Pick<GatewayTransaction, 'amountMinor' | 'currency' | 'network' | 'phone' | 'country'>

export const PAYOUT_STATUSES = [
  'AWAITING_CODE',
  'ACCEPTED',
  'ENQUEUED',
  'PROCESSING',
  'IN_RECONCILIATION',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'RETURNED',
] as const

/** Money on its way out: an admin's payout through gateway A, or a withdrawal through gateway B. */
export const payouts = sqliteTable(
  'payouts',
  {
    /** UUIDv4: gateway A demands it. */
    id: id(),
    gateway: text('gateway', { enum: GATEWAYS }).notNull(),
    /** Seller profile or rider who withdraws; null for an admin payout. */
    ownerId: text('owner_id'),
    ownerKind: text('owner_kind', { enum: ['seller', 'rider'] }),
    requestedBy: text('requested_by').notNull(),
    /** The ledger account it is paid from. */
    account: text('account').notNull(),
    amountMinor: amountMinor(),
    currency: currency(),
    phone: text('phone').notNull(),
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    reason: text('reason'),
    status: text('status', { enum: PAYOUT_STATUSES }).notNull(),
    failureCode: text('failure_code'),
    expiresAt: instant('expires_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('payouts_gateway_newest').on(t.gateway, t.createdAt, t.id),
    index('payouts_gateway_status').on(t.gateway, t.status, t.createdAt, t.id),
    index('payouts_owner').on(t.ownerId, t.createdAt, t.id),
    index('payouts_awaiting').on(t.expiresAt).where(sql`status = 'AWAITING_CODE'`),
    check('payouts_amount', sql`amount_minor > 0`),
  ],
)

export const REFUND_STATUSES = ['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'REJECTED'] as const

export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    orderId: text('order_id').notNull(),
    /** In the currency that was paid. */
    amountMinor: amountMinor(),
    currency: currency(),
    kind: text('kind', { enum: ['FULL', 'PARTIAL'] }).notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    reason: text('reason'),
    gateway: text('gateway', { enum: GATEWAYS }).notNull(),
    phone: text('phone').notNull(),
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    /** Each try to send it has a number of its own: transfers and references carry it. */
    attempt: integer('attempt').notNull().default(0),
    failureCode: text('failure_code'),
    requestedBy: text('requested_by'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('refunds_open')
      .on(t.orderId)
      .where(sql`status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED')`),
    index('refunds_order').on(t.orderId, t.createdAt),
    check('refunds_amount', sql`amount_minor > 0`),
  ],
)

/** What finance sets, per currency. */
export const moneySettings = sqliteTable('money_settings', {
  currency: text('currency', { enum: currencies }).primaryKey(),
  minPayoutMinor: integer('min_payout_minor').notNull(),
  /** Null: no limit. */
  maxPayoutPerDayMinor: integer('max_payout_per_day_minor'),
  commissionBps: integer('commission_bps').notNull(),
})
