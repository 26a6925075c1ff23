import { type SQL, sql } from 'drizzle-orm'
import type { products } from '#db/schema/catalogue/products.ts'
import type { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'

export type VariantRow = {
  id: string
  name: string | null
  attributes: Record<string, string> | null
  sku: string | null
  priceMinor: number
  stock: number
  isDefault: boolean
}

export type ImageRow = { id: string; key: string; position: number; width: number | null; height: number | null }

type Columns = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'shopId'
  | 'sellerProfileId'
  | 'categoryId'
  | 'subcategoryId'
  | 'name'
  | 'slug'
  | 'description'
  | 'brand'
  | 'unit'
  | 'weightGrams'
  | 'expiresAt'
  | 'currency'
  | 'status'
  | 'moderationStatus'
  | 'moderationMode'
  | 'ratingCount'
  | 'ratingSum'
  | 'publishedAt'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>

/** A product as one row. Its pictures and variants are JSON text, which `imagesOf` and `variantsOf` read. */
export type ProductRow = Columns & {
  isVisible: 0 | 1
  shopName: string
  shopSlug: string
  shopLogoKey: string | null
  shopStatus: typeof shops.$inferSelect.status
  categoryName: string
  categorySlug: string
  images: string
  variants: string
}

export const imagesOf = ({ images }: ProductRow): ImageRow[] => JSON.parse(images)
export const variantsOf = ({ variants }: ProductRow): VariantRow[] => JSON.parse(variants)

/** Raw SQL: twenty products built and mapped column by column would cost as much as D1 takes to read them. */
const SELECT = sql.raw(`SELECT p.id, p.shop_id AS shopId, p.seller_profile_id AS sellerProfileId,
  p.category_id AS categoryId, p.subcategory_id AS subcategoryId, p.name, p.slug, p.description, p.brand, p.unit,
  p.weight_grams AS weightGrams, p.expires_at AS expiresAt, p.currency, p.status, p.moderation_status AS moderationStatus,
  p.moderation_mode AS moderationMode, p.rating_count AS ratingCount, p.rating_sum AS ratingSum,
  p.visible AS isVisible, p.published_at AS publishedAt, p.version, p.created_at AS createdAt, p.updated_at AS updatedAt,
  s.name AS shopName, s.slug AS shopSlug, s.logo_key AS shopLogoKey, s.status AS shopStatus,
  c.name AS categoryName, c.slug AS categorySlug,
  (SELECT coalesce(json_group_array(json_object('id', i.id, 'key', i.key, 'position', i.position, 'width', i.width, 'height', i.height) ORDER BY i.position), '[]')
    FROM product_images i WHERE i.product_id = p.id) AS images,
  (SELECT coalesce(json_group_array(json_object('id', v.id, 'name', v.name, 'attributes', json(v.attributes), 'sku', v.sku,
      'priceMinor', v.price_minor, 'stock', v.stock, 'isDefault', json(iif(v.is_default, 'true', 'false'))) ORDER BY v.position), '[]')
    FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL) AS variants`)

/**
 * Selects whole products, each with its pictures, variants, shop and category, in one statement.
 * @param page a SELECT of `id`, and of `sort_key` if `order` names it; it runs first, so that only products of the page are put together
 */
export const selectProducts = (ctx: Ctx, page: SQL, order: SQL = sql`page.id`) =>
  ctx.db.all<ProductRow>(sql`${SELECT}
    FROM (${page}) AS page CROSS JOIN products p
    JOIN shops s ON s.id = p.shop_id JOIN categories c ON c.id = p.category_id
    WHERE p.id = page.id ORDER BY ${order}`)

/** Selects the products for which the condition is true; the table is `p` in it. */
export const selectProductsWhere = (ctx: Ctx, condition: SQL) =>
  selectProducts(ctx, sql`SELECT p.id AS id FROM products p WHERE ${condition}`)
