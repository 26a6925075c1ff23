import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies, PRICE_CURRENCIES, type PriceCurrency } from '../../kernel/money.ts'
import { createdAt, flag, id, instant, json, reachedAt, updatedAt, version } from '../columns.ts'
import { sellerProfiles, shops } from './sellers.ts'

export const categories = sqliteTable('categories', {
  id: id(),
  name: text('name').notNull(),
  /** Accents and case folded: what makes the name unique. */
  foldedName: text('folded_name').notNull().unique('categories_name'),
  slug: text('slug').notNull().unique('categories_slug'),
  sortOrder: integer('sort_order').notNull().default(0),
  isActive: flag('is_active').notNull().default(true),
  /** Food and beverages: a product here must say when it expires (contract.md decision 7). */
  requiresExpiry: flag('requires_expiry').notNull().default(false),
  createdAt: createdAt(),
})

export const subcategories = sqliteTable(
  'subcategories',
  {
    id: id(),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id),
    name: text('name').notNull(),
    foldedName: text('folded_name').notNull(),
    slug: text('slug').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    isActive: flag('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('subcategories_name').on(t.categoryId, t.foldedName),
    uniqueIndex('subcategories_slug').on(t.categoryId, t.slug),
  ],
)

export const PRODUCT_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export const MODERATION_STATUSES = [
  'NONE',
  'PENDING',
  'APPROVED',
  'CHANGES_REQUESTED',
  'REJECTED',
  'TAKEN_DOWN',
] as const
export const UNITS = ['piece', 'kg', 'liter', 'pack'] as const

export const products = sqliteTable(
  'products',
  {
    id: id(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id),
    subcategoryId: text('subcategory_id')
      .notNull()
      .references(() => subcategories.id),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull(),
    brand: text('brand'),
    unit: text('unit', { enum: UNITS }).notNull().default('piece'),
    weightGrams: integer('weight_grams'),
    expiresAt: instant('expires_at'),
    currency: text('currency', { enum: PRICE_CURRENCIES }).notNull(),
    status: text('status', { enum: PRODUCT_STATUSES }).notNull().default('DRAFT'),
    moderationStatus: text('moderation_status', { enum: MODERATION_STATUSES }).notNull().default('NONE'),
    /** Guests see it: every condition of contract.md section 2 at once, but for the expiry date. */
    visible: flag('visible').notNull().default(false),
    /** Lowest price and whether anything is left, kept by triggers on the variants. */
    minPriceMinor: integer('min_price_minor').notNull().default(0),
    inStock: flag('in_stock').notNull().default(false),
    publishedAt: instant('published_at'),
    deletedAt: instant('deleted_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('products_slug').on(t.slug),
    index('products_shop').on(t.shopId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_shop_status').on(t.shopId, t.status, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_seller').on(t.sellerProfileId, t.publishedAt).where(sql`deleted_at IS NULL`),
    index('products_newest').on(t.createdAt, t.id).where(sql`visible = 1`),
    index('products_category').on(t.categoryId, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_subcategory').on(t.subcategoryId, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_public_shop').on(t.shopId, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_shop_category').on(t.shopId, t.categoryId).where(sql`visible = 1`),
    index('products_currency').on(t.currency, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_price').on(t.minPriceMinor, t.id).where(sql`visible = 1`),
    index('products_category_price').on(t.categoryId, t.minPriceMinor, t.id).where(sql`visible = 1`),
    index('products_subcategory_price').on(t.subcategoryId, t.minPriceMinor, t.id).where(sql`visible = 1`),
    index('products_shop_price').on(t.shopId, t.minPriceMinor, t.id).where(sql`visible = 1`),
    index('products_category_currency').on(t.categoryId, t.currency, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_category_currency_price')
      .on(t.categoryId, t.currency, t.minPriceMinor, t.id)
      .where(sql`visible = 1`),
    index('products_currency_price').on(t.currency, t.minPriceMinor, t.id).where(sql`visible = 1`),
    index('products_expiry').on(t.expiresAt).where(sql`visible = 1 AND expires_at IS NOT NULL`),
  ],
)

export const productImages = sqliteTable(
  'product_images',
  {
    id: id(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** Where the picture lies in R2, and the end of its address. */
    key: text('key').notNull(),
    contentType: text('content_type').notNull(),
    position: integer('position').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('product_images_position').on(t.productId, t.position)],
)

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

/** Units that come into a seller's stock, or go out of it. */
export type StockAdjustment = { type: string; amount: number; reason?: string | undefined }

export const stockMovements = sqliteTable(
  'stock_movements',
  {
    id: id(),
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
    uniqueIndex('stock_movements_order').on(t.orderId, t.variantId, t.type).where(sql`order_id IS NOT NULL`),
  ],
)

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

/** Rates accumulate: in force is the latest active one whose time has come. */
export const exchangeRates = sqliteTable(
  'exchange_rates',
  {
    id: id(),
    baseCurrency: text('base_currency', { enum: currencies }).notNull(),
    quoteCurrency: text('quote_currency', { enum: currencies }).notNull(),
    /** Eight decimals, as a whole number. */
    rateScaled: integer('rate_scaled').notNull(),
    source: text('source').notNull(),
    effectiveAt: integer('effective_at').notNull(),
    isActive: flag('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    index('exchange_rates_in_force').on(t.baseCurrency, t.quoteCurrency, t.effectiveAt),
    check('exchange_rates_positive', sql`rate_scaled > 0`),
  ],
)

/** Where riders go and what it costs. Coordinates are the centre; the radius is in kilometres. */
export const deliveryZones = sqliteTable(
  'delivery_zones',
  {
    id: id(),
    name: text('name').notNull(),
    country: text('country', { enum: ['CD', 'RW'] }).notNull(),
    city: text('city').notNull(),
    /** Accents and case folded, to match a shop's address. */
    foldedCity: text('folded_city').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    radiusKm: real('radius_km').notNull(),
    feeMinor: integer('fee_minor').notNull(),
    feeCurrency: text('fee_currency', { enum: PRICE_CURRENCIES }).notNull(),
    isOpen: flag('is_open').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('delivery_zones_city').on(t.foldedCity)],
)
