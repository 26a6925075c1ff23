import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, reachedAt, updatedAt, version } from '#db/columns.ts'
import { PRICE_CURRENCIES } from '#kernel/money.ts'
import { MODERATION_MODES, MODERATION_STATUSES } from '../core/moderation.ts'
import { sellerProfiles } from '../shops/profiles.ts'
import { shops } from '../shops/shops.ts'
import { categories, subcategories } from './categories.ts'

export const PRODUCT_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const

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
    /** Whether guests see it: all conditions of docs/states.md, Who sees a product, hold, except the expiry date, which reads check. */
    visible: flag('visible').notNull().default(false),
    /** Lowest price, and whether any stock is left: triggers on the variants keep both. */
    minPriceMinor: integer('min_price_minor').notNull().default(0),
    inStock: flag('in_stock').notNull().default(false),
    /** The lowest price as lists compare it across currencies, kept by triggers (src/db/compared-price.ts). */
    comparedPrice: integer('compared_price').notNull().default(0),
    /** Number and sum of its visible reviews, and its place among others by them: triggers keep them (docs/states.md, Reviews). */
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingRank: integer('rating_rank').notNull().default(40_000),
    publishedAt: instant('published_at'),
    deletedAt: instant('deleted_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The mode of moderation at the time when it last became PENDING: a later change of the mode does not count (docs/states.md, Moderation). */
    moderationMode: text('moderation_mode', { enum: MODERATION_MODES }).notNull().default('POST'),
    /** Whether it is PENDING because an approved product on sale was edited: it stays on sale, under PRE too. */
    approvedBefore: flag('approved_before').notNull().default(false),
    /** Time at which a deleted product must lose texts, variants and pictures; null while it exists, and once the job has decided about it. */
    forgetAt: instant('forget_at'),
  },
  (t) => [
    uniqueIndex('products_slug').on(t.slug),
    index('products_shop').on(t.shopId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_shop_status').on(t.shopId, t.status, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_seller').on(t.sellerProfileId, t.publishedAt).where(sql`deleted_at IS NULL`),
    index('products_of_seller').on(t.sellerProfileId),
    index('products_in_category').on(t.categoryId),
    index('products_in_subcategory').on(t.subcategoryId),
    index('products_newest').on(t.createdAt, t.id).where(sql`visible = 1`),
    index('products_category').on(t.categoryId, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_subcategory').on(t.subcategoryId, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_public_shop').on(t.shopId, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_shop_category').on(t.shopId, t.categoryId).where(sql`visible = 1`),
    index('products_currency').on(t.currency, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_price').on(t.comparedPrice, t.id).where(sql`visible = 1`),
    index('products_category_price').on(t.categoryId, t.comparedPrice, t.id).where(sql`visible = 1`),
    index('products_subcategory_price').on(t.subcategoryId, t.comparedPrice, t.id).where(sql`visible = 1`),
    index('products_shop_price').on(t.shopId, t.comparedPrice, t.id).where(sql`visible = 1`),
    index('products_category_currency').on(t.categoryId, t.currency, t.createdAt, t.id).where(sql`visible = 1`),
    index('products_category_currency_price')
      .on(t.categoryId, t.currency, t.comparedPrice, t.id)
      .where(sql`visible = 1`),
    index('products_rating').on(t.ratingRank, t.id).where(sql`visible = 1`),
    index('products_category_rating').on(t.categoryId, t.ratingRank, t.id).where(sql`visible = 1`),
    index('products_subcategory_rating').on(t.subcategoryId, t.ratingRank, t.id).where(sql`visible = 1`),
    index('products_shop_rating').on(t.shopId, t.ratingRank, t.id).where(sql`visible = 1`),
    index('products_currency_rating').on(t.currency, t.ratingRank, t.id).where(sql`visible = 1`),
    index('products_category_currency_rating').on(t.categoryId, t.currency, t.ratingRank, t.id).where(sql`visible = 1`),
    index('products_currency_price').on(t.currency, t.comparedPrice, t.id).where(sql`visible = 1`),
    index('products_all').on(t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_status').on(t.status, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_moderation').on(t.moderationStatus, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('products_status_moderation')
      .on(t.status, t.moderationStatus, t.createdAt, t.id)
      .where(sql`deleted_at IS NULL`),
    index('products_shop_moderation')
      .on(t.shopId, t.moderationStatus, t.createdAt, t.id)
      .where(sql`deleted_at IS NULL`),
    index('products_forget').on(t.forgetAt).where(sql`forget_at IS NOT NULL`),
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
    /** The key of the picture in R2, and the end of its address. */
    key: text('key').notNull(),
    contentType: text('content_type').notNull(),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    /** In pixels, the right way up; null if unknown. */
    width: integer('width'),
    height: integer('height'),
  },
  (t) => [
    uniqueIndex('product_images_position').on(t.productId, t.position),
    /** Each fetch of a picture looks it up: its owner may no longer be public. */
    uniqueIndex('product_images_key').on(t.key),
  ],
)
