import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, json } from '../../columns.ts'

/** Who caused a change: a person, a guest, a timer or a gateway's callback. */
const CALLERS = ['person', 'guest', 'cron', 'callback'] as const
/** Null only in rows from before it was kept. */
const caller = () => text('caller', { enum: CALLERS })

/** Things with states, as their history names them. */
export const HISTORY_THINGS = [
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

/** How a thing begins, in its history. */
export type Creation = 'apply' | 'checkout' | 'create' | 'grant' | 'intend' | 'issue' | 'open' | 'request'

/** Changes that leave the state as it is. */
export type Revision =
  | 'broughtBack'
  | 'cancelAtPeriodEnd'
  | 'delete'
  | 'edit'
  | 'keep'
  | 'moderate'
  | 'overdue'
  | 'paidTooLate'
  | 'payAgain'
  | 'paymentFailed'
  | 'refundFailed'
  | 'refundStarted'
  | 'refunded'
  | 'released'
  | 'resend'
  | 'returnReceived'

/** What staff do, and what people do with their money. */
export const AUDIT_ACTIONS = [
  'category.create',
  'category.delete',
  'category.update',
  'delivery.assign',
  'delivery.unassign',
  'document.read',
  'expense.approve',
  'expense.create',
  'expense.reject',
  'expense.request',
  'expense.update',
  'invoice.void',
  'moderation.settings',
  'incident.answer',
  'incident.dismiss',
  'incident.open',
  'incident.read',
  'incident.resolve',
  'incident.update',
  'kyc.approve',
  'kyc.reject',
  'kyc.request-changes',
  'kyc.revoke',
  'ledger.adjust',
  'ledger.check',
  'message.read',
  'movement.resolve',
  'notification.broadcast',
  'order.cancel',
  'order.export',
  'order.note',
  'order.refund',
  'payin.request',
  'payout-number.change',
  'payout.cancel',
  'payout.confirm',
  'payout.request',
  'plan.create',
  'plan.delete',
  'plan.prices',
  'plan.update',
  'post.cover',
  'post.create',
  'post.delete',
  'post.publish',
  'post.unpublish',
  'post.update',
  'product.approve',
  'product.reject',
  'product.request-changes',
  'product.restore',
  'product.takedown',
  'rate.create',
  'rate.delete',
  'rate.set',
  'rate.update',
  'refund.confirm',
  'refund.reject',
  'refund.request',
  'refund.retry',
  'report.resolve',
  'rider.approve',
  'rider.reactivate',
  'rider.reject',
  'rider.suspend',
  'seller.accept-terms',
  'settings.update',
  'shop.approve',
  'shop.reactivate',
  'shop.reject',
  'shop.request-changes',
  'shop.suspend',
  'subcategory.create',
  'subcategory.delete',
  'subcategory.update',
  'subscription.pay',
  'ticket.answer',
  'ticket.assign',
  'ticket.close',
  'ticket.note',
  'ticket.read',
  'ticket.reopen',
  'ticket.resolve',
  'ticket.update',
  'user.block',
  'user.delete',
  'user.erase',
  'user.force-logout',
  'user.restore',
  'user.role',
  'user.unblock',
  'user.verify-email',
  'user.verify-phone',
  'wallet.freeze',
  'wallet.unfreeze',
  'withdrawal.request',
  'zone.create',
  'zone.delete',
  'zone.update',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/**
 * Every change of every thing that has states: who, from, to, event, reason, when. The key is the lock: two changes
 * that read the same version cannot both commit.
 */
export const history = sqliteTable(
  'history',
  {
    thingId: text('thing_id').notNull(),
    version: integer('version').notNull(),
    thing: text('thing', { enum: HISTORY_THINGS }).notNull(),
    event: text('event').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    /** The person, where it was one. */
    actorId: text('actor_id'),
    caller: caller(),
    reason: text('reason'),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ name: 'history_pk', columns: [t.thingId, t.version] })],
)

/** Staff and money acts, one row each, written in the same commit as the act. */
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
