import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countryCodes } from '../../../kernel/phone.ts'
import { amountMinor, createdAt, currency, id, reachedAt, updatedAt, version } from '../../columns.ts'
import { GATEWAYS } from '../money/gateways.ts'

export const REFUND_STATUSES = ['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'REJECTED'] as const

export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    orderId: text('order_id').notNull(),
    /** In the currency of the order's books; the attempt says what the phone gets. */
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
    /** The payin that it gives back, where that is one beside the payment of its order; null is the order's own. */
    payinId: text('payin_id'),
  },
  (t) => [
    uniqueIndex('refunds_open')
      .on(t.orderId)
      .where(sql`payin_id IS NULL AND status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED')`),
    uniqueIndex('refunds_payin').on(t.payinId, t.orderId),
    index('refunds_order').on(t.orderId, t.createdAt),
    check('refunds_amount', sql`amount_minor > 0`),
  ],
)
