import { eq, sql } from 'drizzle-orm'
import { productImports } from '#db/schema/catalogue/imports.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import type { Ctx } from '#domain/core/context.ts'

export type ImportRow = typeof productImports.$inferSelect
export type Place = { categoryId: string; subcategoryId: string; requiresExpiry: number; isOpen: number }

/** A variant of the shop with its product, as they are now; `sku` is the reference in the file. */
export type VariantNow = {
  sku: string
  variantId: string
  productId: string
  version: number
  name: string
  description: string
  categoryId: string
  subcategoryId: string
  requiresExpiry: number
  subcategorySlug: string
  currency: 'USD' | 'CDF'
  unit: string
  brand: string | null
  weightGrams: number | null
  expiresAt: number | null
  priceMinor: number
  stock: number
  held: number
}

export const selectImport = (ctx: Ctx, id: string) =>
  ctx.db.select().from(productImports).where(eq(productImports.id, id))

/** Selects the number of products that the plan still allows; no row without a live subscription. */
export const selectRoom = (ctx: Ctx, sellerProfileId: string) =>
  ctx.db.all<{ room: number }>(sql`
    SELECT pl.max_products - sp.product_count AS room
    FROM subscriptions su JOIN plans pl ON pl.id = su.plan_id JOIN seller_profiles sp ON sp.id = su.seller_profile_id
    WHERE su.seller_profile_id = ${sellerProfileId} AND ${SUBSCRIPTION_STATES.current.in('su.status')}`)

const PLACE =
  sql.raw(`SELECT categories.id AS categoryId, s.id AS subcategoryId, categories.requires_expiry AS requiresExpiry,
  s.is_active AND categories.is_active AS isOpen, s.slug, categories.slug AS categorySlug`)
type NamedPlace = Place & { slug: string; categorySlug: string }

/** Selects every subcategory, with its slug and its category's. */
export const selectPlaces = (ctx: Ctx) =>
  ctx.db.all<NamedPlace>(sql`
    ${PLACE} FROM categories CROSS JOIN subcategories s ON s.category_id = categories.id`)

/** Selects those of the subcategories that still exist. */
export const selectPlacesOf = (ctx: Ctx, subcategoryIds: string[]) =>
  ctx.db.all<NamedPlace>(sql`
    ${PLACE} FROM json_each(${JSON.stringify([...new Set(subcategoryIds)])}) j
    CROSS JOIN subcategories s ON s.id = j.value CROSS JOIN categories ON categories.id = s.category_id`)

/** The places by their slug, and by `category/subcategory`. If several have one slug, the newest open one counts. */
export function placesBySlug(rows: NamedPlace[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const row of rows.toSorted((a, b) => a.isOpen - b.isOpen || (a.subcategoryId < b.subcategoryId ? -1 : 1))) {
    places.set(row.slug, row)
    places.set(`${row.categorySlug}/${row.slug}`, row)
  }
  return places
}

const KNOWN = sql.raw(`SELECT j.value AS sku, v.id AS variantId, p.id AS productId, p.version, p.name, p.description,
  p.category_id AS categoryId, p.subcategory_id AS subcategoryId, c.requires_expiry AS requiresExpiry, s.slug AS subcategorySlug, p.currency, p.unit,
  p.brand, p.weight_grams AS weightGrams, p.expires_at AS expiresAt, v.price_minor AS priceMinor, v.stock, v.held`)

/** Selects the variants of a shop that the references name, by their own reference or by the id that an export wrote. */
export const selectKnown = (ctx: Ctx, shopId: string, skus: string[]) => {
  const list = JSON.stringify([...new Set(skus)])
  const product = sql.raw(
    'JOIN products p ON p.id = v.product_id JOIN categories c ON c.id = p.category_id JOIN subcategories s ON s.id = p.subcategory_id',
  )
  return ctx.db.all<VariantNow>(sql`
    ${KNOWN} FROM json_each(${list}) j CROSS JOIN variants v ON v.stock_shop_id = ${shopId} AND v.sku = j.value ${product}
    WHERE v.sku IS NOT NULL
    UNION ALL ${KNOWN} FROM json_each(${list}) j CROSS JOIN variants v ON v.id = j.value ${product}
    WHERE v.stock_shop_id = ${shopId} AND v.sku IS NOT j.value`)
}

export function knownBySku(rows: VariantNow[]): Map<string, VariantNow | 'several'> {
  const known = new Map<string, VariantNow | 'several'>()
  for (const row of rows) known.set(row.sku, known.has(row.sku) ? 'several' : row)
  return known
}
