import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, id, json, reachedAt, updatedAt, version } from '#db/columns.ts'
import { constraint, uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { countryCodes } from '#kernel/phone.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'

export const REFUND_STATUSES = ['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'REJECTED'] as const

/**
 * `open`: it has not ended; an order has one such at most. `ended`: it arrived or was refused. `undecided`: it waits for an ADMIN.
 * `taken`: its amount has left the books of what it gives back. `unsent`: no gateway moves it. `approved`: an ADMIN said yes, and it
 * has not arrived.
 */
export const REFUND_STATES = stateSets(REFUND_STATUSES, {
  REQUESTED: ['open', 'undecided', 'unsent'],
  AWAITING_CODE: ['open', 'undecided', 'unsent'],
  PROCESSING: ['open', 'taken', 'approved'],
  SUCCEEDED: ['ended', 'taken'],
  FAILED: ['open', 'unsent', 'approved'],
  REJECTED: ['ended'],
})

export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    /** The order, or the payment of a subscription, that was paid. It has at most one open refund. */
    orderId: text('order_id').notNull(),
    /** In the currency of the books that were paid into; the attempt says the amount that the phone gets. */
    amountMinor: amountMinor(),
    currency: currency(),
    kind: text('kind', { enum: ['FULL', 'PARTIAL'] }).notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    reason: text('reason'),
    gateway: text('gateway', { enum: GATEWAY_IDS }).notNull(),
    phone: text('phone').notNull(),
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    requestedBy: text('requested_by'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The payin that it gives back, if that one lies beside the payment of its order; null for the order's own. */
    payinId: text('payin_id'),
    /** Our commission in it, if the seller has accepted the order. */
    commissionMinor: integer('commission_minor').notNull().default(0),
    /** The subscription payment that it gives back; null for an order's refund. */
    subscriptionPaymentId: text('subscription_payment_id'),
    /** If the order ended beside it: the rest that is owed after it goes by itself, or an ADMIN sends it. */
    restBy: text('rest_by', { enum: ['ITSELF', 'ADMIN'] }),
    /** The reason of the ADMIN who refused it. */
    rejectionReason: text('rejection_reason'),
    /** Numbers beside the one that paid, each with the amount for which a code has approved it. */
    approvedPhones: json<{ phone: string; amountMinor: number }[]>('approved_phones').notNull().default([]),
  },
  (t) => [
    uniqueIndex('refunds_open')
      .on(t.orderId)
      .where(sql`payin_id IS NULL AND ${REFUND_STATES.open.in('status')}`),
    uniqueIndex('refunds_payin').on(t.payinId, t.orderId),
    index('refunds_order').on(t.orderId, t.createdAt),
    index('refunds_newest').on(t.createdAt, t.id),
    index('refunds_status_newest').on(t.status, t.createdAt, t.id),
    check('refunds_amount', sql`amount_minor > 0`),
  ],
)

constraint([refunds.orderId], 'stale')
uniqueKey([refunds.payinId, refunds.orderId], 'Ce paiement est déjà en cours de remboursement.')
