import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { categories, products } from '../../db/schema/catalogue.ts'
import { shops } from '../../db/schema/sellers.ts'
import type { Ctx } from '../context.ts'

export type VariantRow = {
  id: string
  name: string | null
  attributes: Record<string, string> | null
  sku: string | null
  priceMinor: number
  stock: number
  isDefault: boolean
}

export type ImageRow = { id: string; key: string; position: number }

const IMAGES = sql`(
  SELECT coalesce(json_group_array(json_object('id', i.id, 'key', i.key, 'position', i.position) ORDER BY i.position), '[]')
  FROM product_images i WHERE i.product_id = products.id)`
  .mapWith((text: string): ImageRow[] => JSON.parse(text))
  .as('images')

const VARIANTS = sql`(
  SELECT coalesce(json_group_array(json_object('id', v.id, 'name', v.name, 'attributes', json(v.attributes), 'sku', v.sku,
    'priceMinor', v.price_minor, 'stock', v.stock, 'isDefault', json(iif(v.is_default, 'true', 'false'))) ORDER BY v.position), '[]')
  FROM variants v WHERE v.product_id = products.id)`
  .mapWith((text: string): VariantRow[] => JSON.parse(text))
  .as('variants')

const COLUMNS = {
  ...getTableColumns(products),
  // D1 answers a batch's rows as objects: of two columns with one name only the last would come through.
  shopName: sql<string>`shops.name`.as('shop_name'),
  shopSlug: sql<string>`shops.slug`.as('shop_slug'),
  shopLogoKey: sql<string | null>`shops.logo_key`.as('shop_logo_key'),
  shopStatus: sql<typeof shops.$inferSelect.status>`shops.status`.as('shop_status'),
  categoryName: sql<string>`categories.name`.as('category_name'),
  categorySlug: sql<string>`categories.slug`.as('category_slug'),
  images: IMAGES,
  variants: VARIANTS,
}

/**
 * Whole products, each with its pictures, variants, shop and category, in one statement.
 * @param page a SELECT of `id`, and of `sort_key` where `order` names it; it is walked first, so that nothing is put
 *   together for a product that is not shown
 */
export const readProducts = (ctx: Ctx, page: SQL, order: SQL = sql`page.id`) =>
  ctx.db
    .select(COLUMNS)
    .from(sql`(${page}) AS page`)
    .crossJoin(products)
    .innerJoin(shops, sql`shops.id = products.shop_id`)
    .innerJoin(categories, sql`categories.id = products.category_id`)
    .where(sql`products.id = page.id`)
    .orderBy(order)

/** The products that the condition names; the table is `p` in it. */
export const readProductsWhere = (ctx: Ctx, condition: SQL) =>
  readProducts(ctx, sql`SELECT p.id AS id FROM products p WHERE ${condition}`)

export type ProductRow = Awaited<ReturnType<typeof readProducts>>[number]
