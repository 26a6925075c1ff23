import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { updatedAt } from '#db/columns.ts'

/** Settings of administrators for the whole platform, by name; without a row the default holds. */
export const platformSettings = sqliteTable('platform_settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: updatedAt(),
})
