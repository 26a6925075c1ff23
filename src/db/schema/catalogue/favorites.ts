import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '#db/columns.ts'
import { users } from '../core/users.ts'

export const FAVORITE_TYPES = ['PRODUCT', 'SHOP'] as const

/** Products and shops that people keep to find them again. The target may no longer exist. */
export const favorites = sqliteTable(
  'favorites',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    type: text('type', { enum: FAVORITE_TYPES }).notNull(),
    targetId: text('target_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('favorites_target').on(t.userId, t.type, t.targetId),
    index('favorites_newest').on(t.userId, t.createdAt, t.id),
    index('favorites_newest_of_type').on(t.userId, t.type, t.createdAt, t.id),
  ],
)
