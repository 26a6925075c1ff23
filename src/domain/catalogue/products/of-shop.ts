import { type SQL, sql } from 'drizzle-orm'

/** Whether the shop `s` shows a product of this category. */
export const showsProductIn = (categoryId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM products p WHERE p.shop_id = s.id AND p.category_id = ${categoryId} AND p.visible = 1)`

/** Whether the seller `sp` has a product that is PUBLISHED. */
export const hasPublishedProduct: SQL = sql`EXISTS (
  SELECT 1 FROM products p WHERE p.seller_profile_id = sp.id AND p.published_at IS NOT NULL AND p.status = 'PUBLISHED' AND p.deleted_at IS NULL)`
