import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../../kernel/roles.ts'
import { createdAt, id } from '../../columns.ts'

/** What needs a person: a contradiction of a gateway, an amount that differs. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: id(),
    type: text('type', { enum: ['ORDER', 'DELIVERY', 'PAYMENT', 'SECURITY', 'PLATFORM', 'OTHER'] }).notNull(),
    severity: text('severity', { enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }).notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    orderId: text('order_id'),
    /** The same fault opens one incident however often it is seen. */
    ref: text('ref').notNull(),
    status: text('status', { enum: ['OPEN', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'] })
      .notNull()
      .default('OPEN'),
    createdAt: createdAt(),
    /** The person who opened it; null is the service itself. */
    openedBy: text('opened_by'),
    /** What that person was then: a trigger notes it, because roles change. */
    openedAs: text('opened_as', { enum: ROLES }),
  },
  (t) => [
    uniqueIndex('incidents_ref').on(t.ref),
    index('incidents_open_order').on(t.orderId).where(sql`status IN ('OPEN', 'INVESTIGATING')`),
  ],
)
