import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Words that a search found nothing for, and how often, by day (docs/states.md, Catalogue). Under no word stands how many
 * words the day has: a trigger keeps it.
 */
export const searchMisses = sqliteTable(
  'search_misses',
  {
    /** YYYY-MM-DD, UTC+2. */
    day: text('day').notNull(),
    word: text('word').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.word] })],
)
