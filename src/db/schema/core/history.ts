import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, json } from '../../columns.ts'

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
