import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant } from '../../columns.ts'

/** Copies of the database that were put into the second bucket. */
export const backups = sqliteTable('backups', {
  id: id(),
  startedAt: integer('started_at').notNull(),
  /** Null while it is under way. */
  finishedAt: instant('finished_at'),
  rows: integer('rows').notNull().default(0),
  bytes: integer('bytes').notNull().default(0),
  manifestKey: text('manifest_key'),
})
