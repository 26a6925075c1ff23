import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '#db/columns.ts'

/** The last verdict about each law of the books. */
export const lawVerdicts = sqliteTable(
  'law_verdicts',
  {
    name: text('name').primaryKey(),
    ok: flag('ok').notNull(),
    checkedAt: integer('checked_at').notNull(),
  },
  (t) => [index('law_verdicts_broken').on(t.name).where(sql`ok = 0`)],
)
