import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../../kernel/roles.ts'
import { createdAt, id, instant, json, updatedAt } from '../../columns.ts'
import { users } from './users.ts'

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id)

/** What people are told in the app, newest first by `seq`, which grows with each commit. */
export const notifications = sqliteTable(
  'notifications',
  {
    /** Never given twice: a mark of what is read goes up to one. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    userId: userId(),
    /** The kind of notice. */
    type: text('type').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** Ids that open it. */
    data: json<Record<string, string>>('data').notNull(),
    /** When it was read by itself; null too where all were read at once (`feed_reads`). */
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notifications_id').on(t.id),
    index('notifications_newest').on(t.userId, t.seq),
    index('notifications_type').on(t.userId, t.type, t.seq),
    index('notifications_unread').on(t.userId, t.seq).where(sql`read_at IS NULL`),
    index('notifications_unread_type').on(t.userId, t.type, t.seq).where(sql`read_at IS NULL`),
  ],
)

/** Of each person the number of notifications and of those that are unread, by triggers, and up to which all were read. */
export const feeds = sqliteTable('feeds', {
  userId: userId().primaryKey(),
  total: integer('total').notNull().default(0),
  unread: integer('unread').notNull().default(0),
  readTo: integer('read_to').notNull().default(0),
})

/** Each time that somebody read all there was: a hundred thousand rows need not be written. */
export const feedReads = sqliteTable(
  'feed_reads',
  {
    userId: userId(),
    /** The newest that was read. */
    upTo: integer('up_to').notNull(),
    id: text('id').notNull(),
    /** How many were unread. */
    marked: integer('marked').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ name: 'feed_reads_pk', columns: [t.userId, t.upTo] })],
)

/** What somebody chose, where they chose: `{"orders": {"email": false}}`. */
export const notificationPreferences = sqliteTable('notification_preferences', {
  userId: userId().primaryKey(),
  choices: json<Record<string, Record<string, boolean>>>('choices').notNull(),
  updatedAt: updatedAt(),
})

/** What the team tells many at once, and how far it came. */
export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id: id(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** Whom it is for: a role, or these people. */
    role: text('role', { enum: ROLES }),
    userIds: json<string[]>('user_ids'),
    recipients: integer('recipients').notNull(),
    /** The last person it came to, by when they joined; of people by name, their place in the list. */
    joinedAt: integer('joined_at').notNull(),
    reached: text('reached').notNull(),
    createdAt: createdAt(),
    doneAt: instant('done_at'),
  },
  (t) => [index('broadcasts_open').on(t.createdAt).where(sql`done_at IS NULL`)],
)
