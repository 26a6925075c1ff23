import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, json, keyedTable } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { AUDIT_ACTIONS } from './audit-actions.ts'

/** Callers that cause a change: a person, a guest, a timer or a gateway's callback. */
const CALLERS = ['person', 'guest', 'cron', 'callback'] as const
/** The caller of a change; null if unknown. */
const caller = () => text('caller', { enum: CALLERS })

/** Things with states, by their names in history. */
export const HISTORY_THINGS = [
  'booking',
  'buyer_review',
  'delivery',
  'expense',
  'gateway_transaction',
  'invoice',
  'incident',
  'kyc',
  'order',
  'payout',
  'post',
  'product',
  'refund',
  'report',
  'rider',
  'seller_profile',
  'shop',
  'subscription',
  'subscription_payment',
  'ticket',
] as const
export type HistoryThing = (typeof HISTORY_THINGS)[number]

/** First events of a thing in its history. */
export type Creation = 'apply' | 'checkout' | 'create' | 'grant' | 'intend' | 'issue' | 'open' | 'request'

/** Changes that leave the state as it is. */
export type Revision =
  | 'answer'
  | 'broughtBack'
  | 'cancelAtPeriodEnd'
  | 'clockAgain'
  | 'delete'
  | 'edit'
  | 'keep'
  | 'moderate'
  | 'overdue'
  | 'parcelLost'
  | 'paidTooLate'
  | 'payAgain'
  | 'paymentFailed'
  | 'refundFailed'
  | 'refundStarted'
  | 'refunded'
  | 'released'
  | 'resend'
  | 'returnReceived'

/**
 * Every change of every thing that has states: actor, from, to, event, reason, time. The key is the lock: two changes that read the same
 * version cannot both commit.
 */
export const history = keyedTable(
  'history',
  {
    thingId: text('thing_id').notNull(),
    version: integer('version').notNull(),
    thing: text('thing', { enum: HISTORY_THINGS }).notNull(),
    event: text('event').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    /** The person, if there is one. */
    actorId: text('actor_id'),
    caller: caller(),
    reason: text('reason'),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ name: 'history_pk', columns: [t.thingId, t.version] })],
)

constraint([history.thingId, history.version], 'stale')

/** Acts of staff and acts about money, one row each, written in the same commit as the act. */
export const audit = sqliteTable(
  'audit',
  {
    id: id(),
    actorId: text('actor_id'),
    caller: caller(),
    action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
    targetId: text('target_id').notNull(),
    details: json<Record<string, unknown>>('details').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('audit_by_time').on(t.at, t.id),
    index('audit_by_target').on(t.targetId, t.at, t.id),
    index('audit_by_actor').on(t.actorId, t.at, t.id),
    index('audit_by_action').on(t.action, t.at, t.id),
    index('audit_by_actor_action').on(t.actorId, t.action, t.at, t.id),
  ],
)
