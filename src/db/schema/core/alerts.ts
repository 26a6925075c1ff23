import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from '#db/columns.ts'

/**
 * Lines for the webhook of the service's operator (`ALERT_WEBHOOK_URL`), written in the commit that causes them and sent by the next tick:
 * they contain nothing personal.
 */
export const alerts = sqliteTable(
  'alerts',
  {
    id: id(),
    kind: text('kind', { enum: ['INCIDENT', 'UNREADY', 'READY', 'LATE'] }).notNull(),
    text: text('text').notNull(),
    status: text('status', { enum: ['PENDING', 'SENT', 'FAILED'] })
      .notNull()
      .default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    /** The time of its next try, and also the lease: a sender pushes it forward first. */
    nextAt: integer('next_at').notNull(),
    failure: text('failure'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('alerts_due').on(t.nextAt).where(sql`status = 'PENDING'`),
    index('alerts_readiness').on(t.id).where(sql`kind IN ('UNREADY', 'READY')`),
  ],
)
