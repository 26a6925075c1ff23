import { integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { keyedTable } from '#db/columns.ts'
import { users } from './users.ts'

/** Terms of the platform that people accepted, each version with the time: rows are only added. */
export const termsAccepted = keyedTable(
  'terms_accepted',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    version: text('version').notNull(),
    acceptedAt: integer('accepted_at').notNull(),
  },
  (t) => [primaryKey({ name: 'terms_accepted_pk', columns: [t.userId, t.version] })],
)
