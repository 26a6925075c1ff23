import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../columns.ts'

/** Stored files that nothing shows any more: written in the commit that lets go of them, and here until they are removed. */
export const removedFiles = sqliteTable('removed_files', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
})
