import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, json, updatedAt, version } from '#db/columns.ts'
import { constraint, uniqueKey } from '#db/constraint.ts'
import type { PriceCurrency } from '#kernel/money.ts'
import { products } from './products.ts'

export const variants = sqliteTable(
  'variants',
  {
    id: id(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    name: text('name'),
    attributes: json<Record<string, string>>('attributes'),
    sku: text('sku'),
    priceMinor: integer('price_minor').notNull(),
    /** The sum of its movements, kept by a trigger. */
    stock: integer('stock').notNull().default(0),
    /** Promised to orders that wait for their payment, kept by a trigger. */
    held: integer('held').notNull().default(0),
    /** The sum of the movements up to the mark of `law_marks`. */
    proved: integer('proved').notNull().default(0),
    isDefault: flag('is_default').notNull().default(false),
    position: integer('position').notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The time of its deletion; only orders and movements still name it. */
    deletedAt: instant('deleted_at'),
    /** The number of available units from which down its seller counts it as low; null means never. */
    lowStockThreshold: integer('low_stock_threshold'),
    /** The shop whose stock lists it, kept by triggers: null if it or its product is deleted. */
    stockShopId: text('stock_shop_id'),
    /** The sum and the number of its movements that are in sealed files, kept by triggers. */
    sealedStock: integer('sealed_stock').notNull().default(0),
    sealedMoves: integer('sealed_moves').notNull().default(0),
  },
  (t) => [
    uniqueIndex('variants_position').on(t.productId, t.position),
    uniqueIndex('variants_sku').on(t.productId, t.sku).where(sql`sku IS NOT NULL AND deleted_at IS NULL`),
    index('variants_shop').on(t.stockShopId, t.createdAt, t.id).where(sql`stock_shop_id IS NOT NULL`),
    index('variants_shop_sku').on(t.stockShopId, t.sku).where(sql`stock_shop_id IS NOT NULL AND sku IS NOT NULL`),
    // SQLite turns a comparison round until a bare column stands first, and knows the index only so.
    index('variants_low')
      .on(t.stockShopId, t.createdAt, t.id)
      .where(sql`stock_shop_id IS NOT NULL AND low_stock_threshold >= stock - held`),
    check('variants_price', sql`price_minor > 0`),
    check('variants_stock', sql`stock >= 0`),
    check('variants_held', sql`held >= 0 AND held <= stock`),
  ],
)

uniqueKey([variants.productId, variants.sku], 'Deux variantes ne peuvent pas porter la même référence (sku).')
constraint('variants_stock', {
  code: 'CONFLICT',
  reason: 'INSUFFICIENT_STOCK',
  message: 'Le stock ne peut pas devenir négatif.',
})
constraint('variants_held', { code: 'CONFLICT', reason: 'INSUFFICIENT_STOCK' })

/** A variant, with the currency of its product, which its price is in. */
export type PricedVariant = { variant: typeof variants.$inferSelect; currency: PriceCurrency }
