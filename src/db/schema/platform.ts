import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json } from '../columns.ts'

/**
 * Every change of every thing that has states: who, from, to, event, reason, when. The key is the lock: two changes
 * that read the same version cannot both commit.
 */
export const history = sqliteTable(
  'history',
  {
    thingId: text('thing_id').notNull(),
    version: integer('version').notNull(),
    thing: text('thing').notNull(),
    event: text('event').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    /** Null: the service itself, by a timer or a gateway. */
    actorId: text('actor_id'),
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
    action: text('action').notNull(),
    targetId: text('target_id').notNull(),
    details: json<Record<string, unknown>>('details').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('audit_newest').on(t.at), index('audit_target').on(t.targetId, t.at)],
)

/** Messages to people, written in the commit that causes them and sent afterwards; the text goes once it is sent. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    channel: text('channel', { enum: ['EMAIL', 'SMS'] }).notNull(),
    recipient: text('recipient').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    status: text('status', { enum: ['PENDING', 'SENT', 'FAILED'] })
      .notNull()
      .default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    /** Also the lease: whoever sends pushes it forward first. */
    nextAt: integer('next_at').notNull(),
    failure: text('failure'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [index('outbox_due').on(t.nextAt).where(sql`status = 'PENDING'`)],
)

/** What a POST with an Idempotency-Key answered, for 24 hours. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** User and operation. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Set inside the operation's own commit: from then on a retry never runs it again. */
    committedAt: instant('committed_at'),
    status: integer('status'),
    response: text('response'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
)

/** Totals of common filters and numbered series, kept by triggers and commits so that no list counts its table. */
export const counters = sqliteTable('counters', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
})

/** Stored files that nothing shows any more: written in the commit that lets go of them, and here until they are removed. */
export const removedFiles = sqliteTable('removed_files', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
})

/** What needs a person: a contradiction of a gateway, an amount that differs. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: id(),
    type: text('type', { enum: ['ORDER', 'DELIVERY', 'PAYMENT', 'SECURITY', 'PLATFORM', 'OTHER'] }).notNull(),
    severity: text('severity', { enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }).notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    orderId: text('order_id'),
    /** The same fault opens one incident however often it is seen. */
    ref: text('ref').notNull(),
    status: text('status', { enum: ['OPEN', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'] })
      .notNull()
      .default('OPEN'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('incidents_ref').on(t.ref),
    index('incidents_open_order').on(t.orderId).where(sql`status IN ('OPEN', 'INVESTIGATING')`),
  ],
)
