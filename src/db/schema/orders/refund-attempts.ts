import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, instant, json } from '#db/columns.ts'
import { stateSets } from '#db/state-sets.ts'
import { currencies } from '#kernel/money.ts'
import { gatewayTransactions } from '../money/gateways.ts'
import { refunds } from './refunds.ts'

/** UNNEEDED did not arrive, and need not: the operator had taken the payment back, and its money is our cash's. */
export const REFUND_ATTEMPT_STATUSES = ['OPEN', 'ARRIVED', 'FAILED', 'UNNEEDED'] as const

/** `standing`: the payer has its money, or may still get it. `done`: nothing of it is to be sent any more. */
export const REFUND_ATTEMPT_STATES = stateSets(REFUND_ATTEMPT_STATUSES, {
  OPEN: ['standing'],
  ARRIVED: ['standing', 'done'],
  FAILED: [],
  UNNEEDED: ['done'],
})

/** Parts that an attempt takes: of an order the money in escrow, the seller's price, our commission and the fee; else the money that lies apart. */
export const REFUND_ATTEMPT_PARTS = ['held', 'goods', 'commission', 'fee', 'surplus', 'subscription'] as const

/** One movement of a refund's money: it is taken from where it lies, and arrives, or goes back. A refund has one after the other. */
export const refundAttempts = sqliteTable(
  'refund_attempts',
  {
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id),
    /** Counts from 1 for each refund: transfers and references carry it. */
    number: integer('number').notNull(),
    status: text('status', { enum: REFUND_ATTEMPT_STATUSES }).notNull(),
    /** In the currency of the books. */
    amountMinor: amountMinor(),
    currency: currency(),
    /** The amount of each part. */
    parts: json<Partial<Record<(typeof REFUND_ATTEMPT_PARTS)[number], number>>>('parts').notNull(),
    /** The phone gets this much, in its own currency; 0 if it is below the operator's unit. */
    phoneMinor: amountMinor('phone_minor'),
    phoneCurrency: text('phone_currency', { enum: currencies }).notNull(),
    phone: text('phone').notNull(),
    /**
     * The movement that brings it: the call that it asked for, that of an earlier attempt which arrived late, or the payin that its
     * operator took back. Null if nothing moves, because it is below the operator's unit.
     */
    movementId: text('movement_id').references(() => gatewayTransactions.id),
    failureCode: text('failure_code'),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
    /** When its movement, which had failed, was heard to have arrived after all. */
    arrivedLateAt: instant('arrived_late_at'),
    /** When its money came back to us after it had arrived: it lies in our cash since. */
    returnedAt: instant('returned_at'),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.number] }),
    index('refund_attempts_movement').on(t.movementId),
    check('refund_attempts_amount', sql`amount_minor > 0`),
  ],
)
