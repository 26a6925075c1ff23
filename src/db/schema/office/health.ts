import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, instant } from '#db/columns.ts'

/** The last run of each job of the cron, and of each of its expressions, one row each. */
export const heartbeats = sqliteTable('heartbeats', {
  /** The name of the job, or the expression itself for all that it runs. */
  job: text('job').primaryKey(),
  /** The job's age is counted from here until its first success. */
  createdAt: createdAt(),
  /** The begin of the run that these figures are from. */
  startedAt: instant('started_at'),
  /** The end of the last run without a failure. */
  succeededAt: instant('succeeded_at'),
  durationMs: integer('duration_ms'),
  /** The number of things that were due and not done, as far as the run had seen. */
  left: integer('left_over').notNull().default(0),
  failing: flag('failing').notNull().default(false),
})

/** A day of heartbeats by quarters of an hour, with the worst figures of each. Older quarters are deleted. */
export const heartbeatQuarters = sqliteTable(
  'heartbeat_quarters',
  {
    /** The begin of the quarter. */
    quarter: integer('quarter').notNull(),
    job: text('job').notNull(),
    runs: integer('runs').notNull(),
    failures: integer('failures').notNull(),
    worstMs: integer('worst_ms').notNull(),
    mostLeft: integer('most_left').notNull(),
  },
  (t) => [primaryKey({ columns: [t.quarter, t.job] })],
)
