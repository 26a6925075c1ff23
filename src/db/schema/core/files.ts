import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../columns.ts'
import { users } from '../people/users.ts'

/** Stored files that nothing shows any more: written in the commit that lets go of them, and here until they are removed. */
export const removedFiles = sqliteTable('removed_files', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
})

/** Private files: papers and proofs that only their owner and staff may read, erased with their owner. */
export const documents = sqliteTable(
  'documents',
  {
    id: id(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** What it shows: ID_FRONT, SELFIE, VEHICLE, … */
    kind: text('kind').notNull(),
    key: text('key').notNull().unique('documents_key'),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('documents_owner').on(t.ownerId, t.createdAt)],
)
