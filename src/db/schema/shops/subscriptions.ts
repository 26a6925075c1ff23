import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, flag, id, instant, reachedAt, updatedAt, version } from '#db/columns.ts'
import { constraint, uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { billingCycle, plans, priceCurrency } from './plans.ts'
import { sellerProfiles } from './profiles.ts'

export const SUBSCRIPTION_STATUSES = ['PENDING', 'ACTIVE', 'GRACE', 'EXPIRED', 'CANCELLED'] as const

/**
 * `current`: it gives its seller a plan, and a seller has at most one such. `idle`: it gives none. `renewable`: its seller may pay the next
 * period. `ended`: it gave a plan once, or was given up. `shown`: statistics count it.
 */
export const SUBSCRIPTION_STATES = stateSets(SUBSCRIPTION_STATUSES, {
  PENDING: ['idle'],
  ACTIVE: ['current', 'renewable', 'shown'],
  GRACE: ['current', 'renewable', 'shown'],
  EXPIRED: ['idle', 'renewable', 'ended', 'shown'],
  CANCELLED: ['idle', 'ended', 'shown'],
})

/** Whether the subscription with the name `alias` in a statement never began: nothing was paid for it. */
export const isGivenUp = (alias = 'subscriptions') =>
  sql.raw(`(${alias}.status = 'CANCELLED' AND ${alias}.current_period_end IS NULL)`)

export const SUBSCRIPTION_PAYMENT_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'REFUNDED'] as const

/** `received`: the money came in, even if it was refunded since. `awaited`: it may still come in. */
export const SUBSCRIPTION_PAYMENT_STATES = stateSets(SUBSCRIPTION_PAYMENT_STATUSES, {
  PENDING: ['awaited'],
  SUCCEEDED: ['received'],
  FAILED: [],
  EXPIRED: ['awaited'],
  REFUNDED: ['received'],
})

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: id(),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    billingCycle: billingCycle(),
    currency: priceCurrency(),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    currentPeriodStart: instant('current_period_start'),
    currentPeriodEnd: instant('current_period_end'),
    /** Set once, when the period ends unpaid: 7 days later the subscription expires. */
    graceEndsAt: instant('grace_ends_at'),
    cancelAtPeriodEnd: flag('cancel_at_period_end').notNull().default(false),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The begin of the first of the periods that follow each other without a gap: each ends on its day of the month. */
    anchorAt: instant('anchor_at'),
    /** The price of its last period, in its currency; null before its first. */
    priceMinor: integer('price_minor'),
  },
  (t) => [
    uniqueIndex('subscriptions_live').on(t.sellerProfileId).where(SUBSCRIPTION_STATES.current.in('status')),
    uniqueIndex('subscriptions_pending').on(t.sellerProfileId).where(sql`status = 'PENDING'`),
    index('subscriptions_newest').on(t.createdAt, t.id),
    index('subscriptions_status_newest').on(t.status, t.createdAt, t.id),
    index('subscriptions_plan_newest').on(t.planId, t.createdAt, t.id),
    index('subscriptions_plan_status_newest').on(t.planId, t.status, t.createdAt, t.id),
    index('subscriptions_seller').on(t.sellerProfileId, t.createdAt),
    index('subscriptions_period_end').on(t.status, t.currentPeriodEnd),
    index('subscriptions_grace_end').on(t.status, t.graceEndsAt),
  ],
)

uniqueKey([subscriptions.sellerProfileId], 'Vous avez déjà un abonnement actif ou en attente de paiement.')

export const subscriptionPayments = sqliteTable(
  'subscription_payments',
  {
    id: id(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    /** Our reference, a UUIDv4, which the gateway is told; null if a free plan needed no deposit. */
    depositId: text('deposit_id'),
    amountMinor: amountMinor(),
    currency: priceCurrency(),
    status: text('status', { enum: SUBSCRIPTION_PAYMENT_STATUSES }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    paidAt: instant('paid_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** End of the period that it bought; null while it bought none. */
    periodEnd: instant('period_end'),
  },
  (t) => [
    uniqueIndex('subscription_payments_deposit').on(t.depositId),
    uniqueIndex('subscription_payments_pending').on(t.sellerProfileId).where(sql`status = 'PENDING'`),
    index('subscription_payments_seller').on(t.sellerProfileId, t.createdAt, t.id),
    index('subscription_payments_subscription').on(t.subscriptionId),
    index('subscription_payments_due').on(t.status, t.expiresAt),
  ],
)

constraint([subscriptionPayments.sellerProfileId], { code: 'CONFLICT', reason: 'PAYMENT_IN_PROGRESS' })

/**
 * Money and numbers of a day (UTC+2), in each currency: payments above zero, refunds, and subscriptions that began or ended. Triggers on
 * `history` keep them.
 */
export const subscriptionDays = sqliteTable(
  'subscription_days',
  {
    day: text('day').notNull(),
    currency: priceCurrency(),
    paidMinor: integer('paid_minor').notNull().default(0),
    returnedMinor: integer('returned_minor').notNull().default(0),
    started: integer('started').notNull().default(0),
    ended: integer('ended').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency] })],
)
