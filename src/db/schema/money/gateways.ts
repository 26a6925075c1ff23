import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, id, instant, reachedAt, updatedAt, version } from '#db/columns.ts'
import { constraint, uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { countryCodes } from '#kernel/phone.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'

export const GATEWAY_STATUSES = ['pending', 'succeeded', 'failed', 'expired', 'review', 'reversed'] as const

/**
 * `inFlight`: it is on its way; a subject has one at a time. `undecided`: its outcome is open. `decided`: gateway or people decided it.
 * `askable`: its gateway alone knows the outcome, and a person may ask. `arrived`: its money arrived, even if taken back since.
 * `fruitless`: it brought nothing, as far as we know. `undone`: its money is where it was. `shown`: callers see this word.
 */
export const ATTEMPT_STATES = stateSets(GATEWAY_STATUSES, {
  pending: ['inFlight', 'undecided', 'askable', 'shown'],
  succeeded: ['decided', 'arrived', 'shown'],
  failed: ['decided', 'fruitless', 'undone', 'shown'],
  expired: ['undecided', 'askable', 'fruitless', 'shown'],
  review: ['inFlight', 'undecided', 'shown'],
  reversed: ['decided', 'arrived', 'undone'],
})

export const ATTEMPT_KINDS = ['deposit', 'payin', 'payout', 'refund'] as const

/** `incoming`: the money comes to us. `outgoing`: it leaves us. */
export const ATTEMPT_DIRECTIONS = stateSets(ATTEMPT_KINDS, {
  deposit: ['incoming'],
  payin: ['incoming'],
  payout: ['outgoing'],
  refund: ['outgoing'],
})

/** The purpose of the money, which decides the consequences of its outcome. */
export const PURPOSES = ['ORDER', 'CHECKOUT', 'CHARGE', 'SUBSCRIPTION', 'WITHDRAWAL', 'ADMIN_PAYOUT', 'REFUND'] as const

/**
 * One attempt to move money through a gateway. It is written before the call, so that the sweep can ask about it whatever happens to the
 * call; one function finishes it, once.
 */
export const gatewayTransactions = sqliteTable(
  'gateway_transactions',
  {
    id: id(),
    gateway: text('gateway', { enum: GATEWAY_IDS }).notNull(),
    kind: text('kind', { enum: ATTEMPT_KINDS }).notNull(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    /** The order, checkout, subscription payment, payout or refund it is for. */
    subjectId: text('subject_id').notNull(),
    /** Our id, which the gateway is told. */
    reference: text('reference').notNull(),
    /** The gateway's own id, if it is known. */
    externalId: text('external_id'),
    /** The reference of the deposit that a refund gives back. */
    originalReference: text('original_reference'),
    status: text('status', { enum: GATEWAY_STATUSES }).notNull(),
    /** Gateway's own word for an attempt on its way: ACCEPTED, ENQUEUED, … */
    state: text('state'),
    amountMinor: amountMinor(),
    currency: currency(),
    phone: text('phone').notNull(),
    /** A network, or the name that its gateway has for it. */
    network: text('network').notNull(),
    country: text('country', { enum: countryCodes }).notNull(),
    /** The gateway's fee for the attempt, and the amount it charged with it, as it tells them; null if it tells none. */
    feeMinor: integer('fee_minor'),
    chargedMinor: integer('charged_minor'),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    /** Null until the call is about to be made: only then may the sweep make it. */
    sentAt: instant('sent_at'),
    checks: integer('checks').notNull().default(0),
    /** The time of the sweep's next question; null if final. */
    nextCheckAt: instant('next_check_at'),
    finalAt: instant('final_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The time of the last question to the gateway, which limits the next one. */
    askedAt: instant('asked_at'),
    /** The time at which a person was told of its age; null if nobody needs to know yet. */
    reportedAt: instant('reported_at'),
    /** The time at which people decided its outcome by hand, because its gateway left it open; null if a gateway decided. */
    decidedAt: instant('decided_at'),
    /** The time at which its gateway first said the same as our final state; null until then. */
    agreedAt: instant('agreed_at'),
    /** The amount that came in, if it differs from the amount asked for and people have booked it. */
    receivedMinor: integer('received_minor'),
  },
  (t) => [
    uniqueIndex('gateway_transactions_reference').on(t.reference),
    uniqueIndex('gateway_transactions_live')
      .on(t.purpose, t.subjectId, t.currency)
      .where(ATTEMPT_STATES.inFlight.in('status')),
    index('gateway_transactions_external').on(t.externalId),
    index('gateway_transactions_subject').on(t.subjectId, t.createdAt),
    index('gateway_transactions_unpaid').on(t.phone, t.createdAt).where(sql`status <> 'succeeded'`),
    index('gateway_transactions_refused').on(t.phone, t.finalAt).where(sql`status = 'failed'`),
    index('gateway_transactions_listed').on(t.gateway, t.kind, t.status, t.createdAt),
    index('gateway_transactions_due').on(t.gateway, t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('gateway_transactions_unreported').on(t.createdAt).where(sql`status = 'pending' AND reported_at IS NULL`),
    index('gateway_transactions_unagreed')
      .on(t.finalAt)
      .where(sql`agreed_at IS NULL AND ${ATTEMPT_STATES.decided.in('status')}`),
    check('gateway_transactions_amount', sql`amount_minor > 0`),
  ],
)

constraint([gatewayTransactions.purpose, gatewayTransactions.subjectId, gatewayTransactions.currency], {
  code: 'CONFLICT',
  reason: 'PAYMENT_IN_PROGRESS',
})
uniqueKey([gatewayTransactions.reference], 'Cette référence a déjà servi.')

/**
 * The parts of a payin, by order. For one order a trigger writes the whole amount; for several orders the shares are written beside the
 * payin and add up to its amount.
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
    /** The key of its transfers: the payin's id, with the order's id if there are several. */
    ref: text('ref').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.payinId, t.orderId] }),
    uniqueIndex('payin_shares_ref').on(t.ref),
    index('payin_shares_order').on(t.orderId),
    check('payin_shares_amount', sql`amount_minor > 0`),
  ],
)

/** The last day (UTC) that was compared completely with each gateway: the next night compares every later one. */
export const comparedNights = sqliteTable('compared_nights', {
  gateway: text('gateway', { enum: GATEWAY_IDS }).primaryKey(),
  day: text('day').notNull(),
  updatedAt: updatedAt(),
})

/** The difference between a gateway's wallets and our books at the last comparison, at least and at most, by currency. */
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

/** The end of an attempt; an expired one may still end differently. */
export type Verdict = 'succeeded' | 'failed' | 'expired'

/** One attempt to move money through a gateway. */
export type GatewayTransaction = typeof gatewayTransactions.$inferSelect

/** A charge whose fields are checked and whose amount is in minor units. */
export type Charge = Pick<GatewayTransaction, 'amountMinor' | 'currency' | 'network' | 'phone' | 'country'>
