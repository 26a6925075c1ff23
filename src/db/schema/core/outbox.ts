import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from '#db/columns.ts'

/** Whether a message has lane CODE, as the index spells it out: a person waits for it with the page open. */
export const isCode = sql`lane = 'CODE'`

/** Messages to people, written in the commit that causes them and sent afterwards; the text is erased after sending. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    channel: text('channel', { enum: ['EMAIL', 'SMS', 'PUSH'] }).notNull(),
    /** The address or number; the id of a device for PUSH. */
    recipient: text('recipient').notNull(),
    kind: text('kind').notNull(),
    /** The lane, which orders messages (docs/gateways.md, Lanes). */
    lane: text('lane', { enum: ['CODE', 'ALARM', 'NOTICE'] })
      .notNull()
      .default('NOTICE'),
    /** Whether it counts with those of young accounts (docs/limits.md, Shares of a day). */
    isNewcomers: integer('is_newcomers', { mode: 'boolean' }).notNull().default(false),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    status: text('status', { enum: ['PENDING', 'SENT', 'FAILED'] })
      .notNull()
      .default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    /** The time of its next try, and also the lease: a sender pushes it forward first. */
    nextAt: integer('next_at').notNull(),
    failure: text('failure'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    /** The matter of several messages, of which the first that arrives may end the others (docs/gateways.md, Pushes). */
    matter: text('matter'),
    /** The token of the last lease, by which the leased messages are counted; null once a push has failed. */
    lease: text('lease'),
  },
  (t) => [
    index('outbox_due').on(t.lane, t.channel, t.isNewcomers, t.nextAt).where(sql`status = 'PENDING'`),
    index('outbox_codes').on(t.createdAt).where(sql`status = 'PENDING' AND ${isCode}`),
    // Messages to nobody fail on purpose.
    index('outbox_failed').on(t.createdAt).where(sql`status = 'FAILED' AND failure <> 'NOBODY'`),
    index('outbox_matter').on(t.matter).where(sql`matter IS NOT NULL`),
    index('outbox_device').on(t.recipient).where(sql`channel = 'PUSH' AND status = 'PENDING'`),
  ],
)

/**
 * Messages counted in a channel's day, each once: those of young accounts apart from the others (docs/limits.md, Shares of a day). Channel
 * NOBODY counts messages that are written to nobody and cost nothing.
 */
export const messageCounts = sqliteTable('message_counts', {
  channel: text('channel', { enum: ['EMAIL', 'SMS', 'NOBODY'] }).primaryKey(),
  windowEndsAt: integer('window_ends_at').notNull(),
  codes: integer('codes').notNull(),
  notices: integer('notices').notNull(),
  newcomersCodes: integer('newcomers_codes').notNull(),
  newcomersNotices: integer('newcomers_notices').notNull(),
})
