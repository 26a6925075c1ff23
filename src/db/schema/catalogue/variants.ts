import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PriceCurrency } from '../../../kernel/money.ts'
import { createdAt, flag, id, json, updatedAt, version } from '../../columns.ts'
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
    isDefault: flag('is_default').notNull().default(false),
    position: integer('position').notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('variants_position').on(t.productId, t.position),
    uniqueIndex('variants_sku').on(t.productId, t.sku).where(sql`sku IS NOT NULL`),
    check('variants_price', sql`price_minor > 0`),
    check('variants_stock', sql`stock >= 0`),
    check('variants_held', sql`held >= 0 AND held <= stock`),
  ],
)

/** A variant, with the currency of its product, which its price is in. */
export type PricedVariant = { variant: typeof variants.$inferSelect; currency: PriceCurrency }
