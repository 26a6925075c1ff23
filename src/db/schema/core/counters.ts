import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Totals of common filters and numbered series, kept by triggers and commits so that no list counts its table. */
export const counters = sqliteTable('counters', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
  /** The part of the value whose rows are in sealed files. */
  sealed: integer('sealed').notNull().default(0),
})
