import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, instant } from '../../columns.ts'

/** How each job of the cron, and each of its expressions, last went: a row each. */
export const heartbeats = sqliteTable('heartbeats', {
  /** The name of the job, or the expression itself for all that it runs. */
  job: text('job').primaryKey(),
  /** Until its first success its age is counted from here. */
  createdAt: createdAt(),
  /** When the run began that these figures are of. */
  startedAt: instant('started_at'),
  /** When a run last came to its end and nothing in it failed. */
  succeededAt: instant('succeeded_at'),
  durationMs: integer('duration_ms'),
  /** What was due and not done, as far as the run had seen it. */
  left: integer('left_over').notNull().default(0),
  failing: flag('failing').notNull().default(false),
})

/** A day of them by quarters of an hour: what each had to do, at worst. Older ones are forgotten. */
export const heartbeatQuarters = sqliteTable(
  'heartbeat_quarters',
  {
    /** When the quarter began. */
    quarter: integer('quarter').notNull(),
    job: text('job').notNull(),
    runs: integer('runs').notNull(),
    failures: integer('failures').notNull(),
    worstMs: integer('worst_ms').notNull(),
    mostLeft: integer('most_left').notNull(),
  },
  (t) => [primaryKey({ columns: [t.quarter, t.job] })],
)
