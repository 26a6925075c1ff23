import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { variants } from './variants.ts'

export const stockMovements = sqliteTable(
  'stock_movements',
  {
    /** Nothing is found by it, so that it has no index. */
    id: text('id').notNull(),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    /** RESTOCK, DAMAGE, …: the seller's own word; SALE and RETURN are ours. */
    type: text('type').notNull(),
    amount: integer('amount').notNull(),
    reason: text('reason'),
    orderId: text('order_id'),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('stock_movements_variant').on(t.variantId, t.createdAt),
    index('stock_movements_type').on(t.variantId, t.type, t.createdAt),
    uniqueIndex('stock_movements_order').on(t.orderId, t.variantId, t.type).where(sql`order_id IS NOT NULL`),
  ],
)

constraint([stockMovements.orderId, stockMovements.variantId, stockMovements.type], {
  code: 'CONFLICT',
  reason: 'INVALID_TRANSITION',
  message: 'Le retour de cette commande est déjà enregistré.',
})

export const stockHolds = sqliteTable(
  'stock_holds',
  {
    orderId: text('order_id').notNull(),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    quantity: integer('quantity').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.variantId] }), check('stock_holds_quantity', sql`quantity > 0`)],
)

/** Units that come into a seller's stock, or go out of it. */
export type StockAdjustment = { type: string; amount: number; reason?: string | undefined }
