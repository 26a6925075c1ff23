import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countryCodes } from '../../../kernel/phone.ts'
import { GATEWAY_IDS } from '../../../providers/gateways.ts'
import { amountMinor, createdAt, currency, id, instant, reachedAt, updatedAt, version } from '../../columns.ts'
import { constraint, uniqueKey } from '../../constraint.ts'
import { stateSets } from '../../state-sets.ts'

export const GATEWAY_STATUSES = ['pending', 'succeeded', 'failed', 'expired', 'review', 'reversed'] as const

/**
 * `inFlight`: it is on its way; a subject has one at a time. `undecided`: its outcome is open. `decided`: gateway or people said it.
 * `askable`: only its gateway says the outcome, and a person may have it asked. `arrived`: its money arrived, whatever became of it
 * since. `fruitless`: it brought nothing, as far as anybody knows. `undone`: its money is where it was. `shown`: callers are told of it by this word.
 */
export const MOVEMENT_STATES = stateSets(GATEWAY_STATUSES, {
  pending: ['inFlight', 'undecided', 'askable', 'shown'],
  succeeded: ['decided', 'arrived', 'shown'],
  failed: ['decided', 'fruitless', 'undone', 'shown'],
  expired: ['undecided', 'askable', 'fruitless', 'shown'],
  review: ['inFlight', 'undecided', 'shown'],
  reversed: ['decided', 'arrived', 'undone'],
})

export const MOVEMENT_KINDS = ['deposit', 'payin', 'payout', 'refund'] as const

/** `incoming`: the money comes to us. `outgoing`: it leaves us. */
export const MOVEMENT_DIRECTIONS = stateSets(MOVEMENT_KINDS, {
  deposit: ['incoming'],
  payin: ['incoming'],
  payout: ['outgoing'],
  refund: ['outgoing'],
})

/** What the money is for: decides what happens when the outcome is known. */
export const PURPOSES = ['ORDER', 'CHECKOUT', 'CHARGE', 'SUBSCRIPTION', 'WITHDRAWAL', 'ADMIN_PAYOUT', 'REFUND'] as const

/**
 * One attempt to move money through a gateway. Written before the call, so that whatever happens to the call the
 * sweep can ask about it; finished by one function, once.
 */
export const gatewayTransactions = sqliteTable(
  'gateway_transactions',
  {
    id: id(),
    gateway: text('gateway', { enum: GATEWAY_IDS }).notNull(),
    kind: text('kind', { enum: MOVEMENT_KINDS }).notNull(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    /** The order, checkout, subscription payment, payout or refund it is for. */
    subjectId: text('subject_id').notNull(),
    /** Our id, which the gateway is told. */
    reference: text('reference').notNull(),
    /** The gateway's own id, once it is known. */
    externalId: text('external_id'),
    /** The reference of the deposit that a refund gives back. */
    originalReference: text('original_reference'),
    status: text('status', { enum: GATEWAY_STATUSES }).notNull(),
    /** Gateway's own word for a movement on its way: ACCEPTED, ENQUEUED, … */
    state: text('state'),
    amountMinor: amountMinor(),
    currency: currency(),
    phone: text('phone').notNull(),
    /** A network, or the name that its gateway has for it. */
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    /** What the gateway says that it took for the movement, and what it charged with it; null where it says nothing. */
    feeMinor: integer('fee_minor'),
    chargedMinor: integer('charged_minor'),
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
    /** When the gateway was last asked about it: one question in 30 seconds. */
    askedAt: instant('asked_at'),
    /** When its age was brought before a person; null while nobody needs to know. */
    reportedAt: instant('reported_at'),
    /** When people decided its outcome by hand, because its gateway left it open; null of what a gateway decided. */
    decidedAt: instant('decided_at'),
    /** When its gateway was first heard to say what our books say of it since it was final; null until then. */
    agreedAt: instant('agreed_at'),
    /** What really came in, where that is not the amount that was asked for and people have booked it. */
    receivedMinor: integer('received_minor'),
  },
  (t) => [
    uniqueIndex('gateway_transactions_reference').on(t.reference),
    uniqueIndex('gateway_transactions_live')
      .on(t.purpose, t.subjectId, t.currency)
      .where(MOVEMENT_STATES.inFlight.in('status')),
    index('gateway_transactions_external').on(t.externalId),
    index('gateway_transactions_subject').on(t.subjectId, t.createdAt),
    index('gateway_transactions_unpaid').on(t.phone, t.createdAt).where(sql`status <> 'succeeded'`),
    index('gateway_transactions_refused').on(t.phone, t.finalAt).where(sql`status = 'failed'`),
    index('gateway_transactions_listed').on(t.gateway, t.kind, t.status, t.createdAt),
    index('gateway_transactions_due').on(t.gateway, t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('gateway_transactions_unreported').on(t.createdAt).where(sql`status = 'pending' AND reported_at IS NULL`),
    index('gateway_transactions_unagreed')
      .on(t.finalAt)
      .where(sql`agreed_at IS NULL AND ${MOVEMENT_STATES.decided.in('status')}`),
    check('gateway_transactions_amount', sql`amount_minor > 0`),
  ],
)

constraint([gatewayTransactions.purpose, gatewayTransactions.subjectId, gatewayTransactions.currency], {
  code: 'CONFLICT',
  reason: 'PAYMENT_IN_PROGRESS',
})
uniqueKey([gatewayTransactions.reference], 'Cette référence a déjà servi.')

/**
 * What of a payin is for which order. That of one order is so whole, by a trigger; the shares of one that pays for several are
 * written beside it, and are together its amount.
 */
export const payinShares = sqliteTable(
  'payin_shares',
  {
    payinId: text('payin_id')
      .notNull()
      .references(() => gatewayTransactions.id),
    orderId: text('order_id').notNull(),
    /** In the currency of the payin. */
    amountMinor: amountMinor(),
    /** What its transfers are keyed by: the payin's id, with the order's where there are several. */
    ref: text('ref').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.payinId, t.orderId] }),
    uniqueIndex('payin_shares_ref').on(t.ref),
    index('payin_shares_order').on(t.orderId, t.payinId),
    check('payin_shares_amount', sql`amount_minor > 0`),
  ],
)

/** The last day (UTC) that was compared whole with each gateway: the next night takes every later one. */
export const comparedNights = sqliteTable('compared_nights', {
  gateway: text('gateway', { enum: GATEWAY_IDS }).primaryKey(),
  day: text('day').notNull(),
  updatedAt: updatedAt(),
})

/** How a gateway's wallets differed from our books when they were last compared, at least and at most, by currency. */
export const gatewayWallets = sqliteTable(
  'gateway_wallets',
  {
    gateway: text('gateway', { enum: GATEWAY_IDS }).notNull(),
    currency: currency(),
    leastMinor: amountMinor('least_minor'),
    mostMinor: amountMinor('most_minor'),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.gateway, t.currency] })],
)

/** How a movement ended: an expired one may still end otherwise. */
export type Verdict = 'succeeded' | 'failed' | 'expired'

/** One attempt to move money through a gateway. */
export type GatewayTransaction = typeof gatewayTransactions.$inferSelect

/** A charge whose fields are checked and whose amount is in minor units. */
export type Charge = Pick<GatewayTransaction, 'amountMinor' | 'currency' | 'network' | 'phone' | 'country'>
