import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { updatedAt } from '#db/columns.ts'
import { stateSets } from '#db/state-sets.ts'

export const MODERATION_STATUSES = [
  'NONE',
  'PENDING',
  'APPROVED',
  'CHANGES_REQUESTED',
  'REJECTED',
  'TAKEN_DOWN',
] as const

/** `refused`: staff keep it from the public. */
export const MODERATION_STATES = stateSets(MODERATION_STATUSES, {
  NONE: [],
  PENDING: [],
  APPROVED: [],
  CHANGES_REQUESTED: [],
  REJECTED: ['refused'],
  TAKEN_DOWN: ['refused'],
})
export type ModerationStatus = (typeof MODERATION_STATUSES)[number]

/** POST: on sale at once, reviewed afterwards. PRE: on sale after approval. */
export const MODERATION_MODES = ['POST', 'PRE'] as const

/** Events that change a moderation status, by their names in history. */
export const MODERATION_EVENTS = [
  'publish',
  'edit',
  'submit',
  'approve',
  'reject',
  'requestChanges',
  'takedown',
  'restore',
  'withdraw',
] as const
export type ModerationEvent = (typeof MODERATION_EVENTS)[number]

/** The mode of moderation, in one row; without it the mode is POST. A thing that becomes PENDING copies the mode of that moment. */
export const moderationSettings = sqliteTable('moderation_settings', {
  id: integer('id').primaryKey(),
  mode: text('mode', { enum: MODERATION_MODES }).notNull(),
  updatedAt: updatedAt(),
})

/**
 * Every change of a moderation status, beside the row of `history` with the same version of the thing, which is its lock: moderation stands
 * beside the status and has reasons of its own.
 */
export const moderationEvents = sqliteTable(
  'moderation_events',
  {
    thingId: text('thing_id').notNull(),
    version: integer('version').notNull(),
    thing: text('thing', { enum: ['product', 'shop'] }).notNull(),
    event: text('event', { enum: MODERATION_EVENTS }).notNull(),
    fromStatus: text('from_status', { enum: MODERATION_STATUSES }).notNull(),
    toStatus: text('to_status', { enum: MODERATION_STATUSES }).notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    actorId: text('actor_id'),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ name: 'moderation_events_pk', columns: [t.thingId, t.version] })],
)
