import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, id, instant } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { countryCodes } from '#kernel/phone.ts'
import { refunds } from './refunds.ts'

/** OVERTAKEN: the refund was sent, or refused, without the code. */
export const REQUEST_ENDS = ['APPROVED', 'EXPIRED', 'TOO_MANY_CODES', 'REPLACED', 'OVERTAKEN'] as const

/**
 * A request of an ADMIN to send an amount of a refund, which waits for a code. The refund keeps its own amount meanwhile and is shown
 * with the requested one; only the code changes it.
 */
export const refundRequests = sqliteTable(
  'refund_requests',
  {
    id: id(),
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id),
    requestedBy: text('requested_by').notNull(),
    /** In the currency of the refund. */
    amountMinor: amountMinor(),
    kind: text('kind', { enum: ['FULL', 'PARTIAL'] }).notNull(),
    phone: text('phone').notNull(),
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    /** The state, when it was asked for, of the order or the payment that the refund gives back. */
    state: text('state').notNull(),
    /** Until when the code approves it. */
    expiresAt: integer('expires_at').notNull(),
    endedBy: text('ended_by', { enum: REQUEST_ENDS }),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('refund_requests_open').on(t.refundId).where(sql`ended_at IS NULL`),
    uniqueIndex('refund_requests_requester').on(t.requestedBy).where(sql`ended_at IS NULL`),
    index('refund_requests_refund').on(t.refundId, t.createdAt, t.id),
    index('refund_requests_due').on(t.expiresAt).where(sql`ended_at IS NULL`),
    check('refund_requests_amount', sql`amount_minor > 0`),
  ],
)

constraint([refundRequests.requestedBy], 'stale')
constraint([refundRequests.refundId], 'stale')
