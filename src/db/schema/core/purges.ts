import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Tags of answers that caches must not keep any longer, because what stands in them was taken down. Triggers write them in the commit
 * that takes it down; they stay until the edge has been told twice.
 */
export const purges = sqliteTable('purges', {
  /** Never given twice, so that the tick forgets no tag that was noted again meanwhile. */
  place: integer('place').primaryKey({ autoIncrement: true }),
  /** The end of the id of a thing or of a picture, as `tagsIn` writes it. */
  tag: text('tag').notNull().unique(),
})
