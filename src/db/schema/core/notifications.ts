import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, updatedAt } from '#db/columns.ts'
import { ROLES } from '#kernel/roles.ts'
import { users } from './users.ts'

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id)

/** Notices to people in the app, newest first by `seq`, which grows with each commit. */
export const notifications = sqliteTable(
  'notifications',
  {
    /** Never given twice: the mark of read notices is one of these. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    userId: userId(),
    /** The kind of notice. */
    type: text('type').notNull(),
    /** Facts of the kind's words, which are made when they are read; null if the text stands here. */
    facts: json<object>('facts'),
    /** The text of a broadcast, or what an erasure left of a notice; null if there are facts. */
    title: text('title'),
    body: text('body'),
    /** Ids by which the app opens its subject. */
    data: json<Record<string, string>>('data').notNull(),
    /** The time at which it was read by itself; null also if all were read at once (`feed_reads`). */
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notifications_id').on(t.id),
    // Each ends with `seq`, which is the rowid.
    index('notifications_newest').on(t.userId),
    index('notifications_type').on(t.userId, t.type),
  ],
)

/** The numbers of a person's notifications and unread ones, kept by triggers, and the last `seq` of a read of all. */
export const feeds = sqliteTable('feeds', {
  userId: userId().primaryKey(),
  total: integer('total').notNull().default(0),
  unread: integer('unread').notNull().default(0),
  readTo: integer('read_to').notNull().default(0),
})

/** Reads of a whole feed at once, so that a hundred thousand rows need not be written. */
export const feedReads = sqliteTable(
  'feed_reads',
  {
    userId: userId(),
    /** The newest notification that was read. */
    upTo: integer('up_to').notNull(),
    id: text('id').notNull(),
    /** The number that was unread. */
    marked: integer('marked').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ name: 'feed_reads_pk', columns: [t.userId, t.upTo] })],
)

/** Choices of a person that differ from the default: `{"orders": {"email": false}}`. */
export const notificationPreferences = sqliteTable('notification_preferences', {
  userId: userId().primaryKey(),
  choices: json<Record<string, Record<string, boolean>>>('choices').notNull(),
  updatedAt: updatedAt(),
})

/** Notices of the team to many people at once, and their progress. */
export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id: id(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** The recipients: a role, or these people. */
    role: text('role', { enum: ROLES }),
    userIds: json<string[]>('user_ids'),
    recipients: integer('recipients').notNull(),
    /** The last person reached: by the time they joined, or for a list of people by the place in it. */
    joinedAt: integer('joined_at').notNull(),
    reached: text('reached').notNull(),
    createdAt: createdAt(),
    doneAt: instant('done_at'),
  },
  (t) => [index('broadcasts_open').on(t.createdAt).where(sql`done_at IS NULL`)],
)
