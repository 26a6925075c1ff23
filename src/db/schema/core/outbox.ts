import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from '../../columns.ts'

/** A message that carries a code, as the index spells it out: somebody waits for it with the page open. */
export const isCode = sql`kind GLOB 'code.*'`

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
  (t) => [
    index('outbox_due').on(t.nextAt).where(sql`status = 'PENDING'`),
    index('outbox_codes').on(t.createdAt).where(sql`status = 'PENDING' AND ${isCode}`),
    // What was for nobody failed on purpose.
    index('outbox_failed').on(t.createdAt).where(sql`status = 'FAILED' AND failure <> 'NOBODY'`),
  ],
)
