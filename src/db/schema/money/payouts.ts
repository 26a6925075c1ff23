import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import {
  amountMinor,
  createdAt,
  currency,
  flag,
  id,
  instant,
  json,
  reachedAt,
  updatedAt,
  version,
} from '#db/columns.ts'
import { stateSets } from '#db/state-sets.ts'
import type { Money, Rate } from '#kernel/money.ts'
import { countryCodes } from '#kernel/phone.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'

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

/**
 * `open`: it has not ended. `moving`: it is open and has left its balance. `arrived`: the phone got it, even if it came back since.
 * `released`: the balance has it again, and no phone had it. `undone`: the balance has it again. `settled`: the books show its outcome.
 */
export const PAYOUT_STATES = stateSets(PAYOUT_STATUSES, {
  AWAITING_CODE: ['open'],
  ACCEPTED: ['open', 'moving'],
  ENQUEUED: ['open', 'moving'],
  PROCESSING: ['open', 'moving'],
  IN_RECONCILIATION: ['open', 'moving'],
  COMPLETED: ['arrived', 'settled'],
  FAILED: ['released', 'undone', 'settled'],
  CANCELLED: ['released', 'undone'],
  EXPIRED: [],
  RETURNED: ['arrived', 'undone', 'settled'],
})

/** The amount of a payout that a phone gets in another currency, at the rate of the moment when its code was asked for. */
export type Exchange = Money & { rate: Rate }

/** Money on its way out: an admin's payout, or a withdrawal. */
export const payouts = sqliteTable(
  'payouts',
  {
    /** UUIDv4: a gateway may demand it. */
    id: id(),
    gateway: text('gateway', { enum: GATEWAY_IDS }).notNull(),
    /** Seller profile or rider who withdraws; null for an admin payout. */
    ownerId: text('owner_id'),
    ownerKind: text('owner_kind', { enum: ['seller', 'rider'] }),
    requestedBy: text('requested_by').notNull(),
    /** The ledger account that pays it. */
    account: text('account').notNull(),
    amountMinor: amountMinor(),
    currency: currency(),
    /** The amount that the phone gets in its own currency; null if it gets the payout's own money. */
    exchange: json<Exchange>('exchange'),
    phone: text('phone').notNull(),
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    /** Whether it is below the minimum in force when it was asked for. */
    isDust: flag('is_dust').notNull().default(false),
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
    index('payouts_admin_newest').on(t.createdAt, t.id).where(sql`owner_id IS NULL`),
    index('payouts_admin_status').on(t.status, t.createdAt, t.id).where(sql`owner_id IS NULL`),
    index('payouts_moving').on(t.ownerId).where(PAYOUT_STATES.moving.in('status')),
    index('payouts_owner').on(t.ownerId, t.createdAt, t.id),
    index('payouts_awaiting').on(t.expiresAt).where(sql`status = 'AWAITING_CODE'`),
    check('payouts_amount', sql`amount_minor > 0`),
  ],
)
