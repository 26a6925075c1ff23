import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '#db/columns.ts'
import { users } from '../core/users.ts'
import { orders } from './orders.ts'

/** Notes of staff on an order, for staff. */
export const orderNotes = sqliteTable(
  'order_notes',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('order_notes_order').on(t.orderId, t.createdAt, t.id), index('order_notes_author').on(t.authorId)],
)
