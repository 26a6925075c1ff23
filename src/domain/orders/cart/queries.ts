import { eq, sql } from 'drizzle-orm'
import { carts } from '../../../db/schema/orders/carts.ts'
import type { PriceCurrency } from '../../../kernel/money.ts'
import { onSale } from '../../catalogue/products/on-sale.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { isInClosureSql } from '../../core/opening-hours.ts'

/** A line with what its variant is and costs at this moment. */
export type CartItemRow = {
  id: string
  variantId: string
  productId: string
  shopId: string
  name: string
  variantName: string | null
  imageKey: string | null
  quantity: number
  priceMinor: number
  currency: PriceCurrency
  available: number
  isSold: 0 | 1
  isRepriced: 0 | 1
  shopName: string
  isShopClosed: 0 | 1
  shopSlug: string
  shopLogoKey: string | null
}

/** Where a product is one that buyers see at this moment; the tables are `v` and `p`. */
export const isSold = (ctx: Ctx) => sql`(v.deleted_at IS NULL AND ${onSale(ctx, 'p')})`

/** The cart of the person asking: two reads for one trip, or behind the writes of a commit. `viewCart` takes their answers. */
export const selectCart = (ctx: Ctx) => [selectVersion(ctx), selectItems(ctx)] as const

const selectVersion = (ctx: Ctx) =>
  ctx.db
    .select({ version: carts.version })
    .from(carts)
    .where(eq(carts.userId, actorOf(ctx).id))

const selectItems = (ctx: Ctx) =>
  ctx.db.all<CartItemRow>(sql`
    SELECT i.id, i.variant_id AS variantId, v.product_id AS productId, p.shop_id AS shopId, p.name, v.name AS variantName,
      (SELECT g.key FROM product_images g WHERE g.product_id = p.id ORDER BY g.position LIMIT 1) AS imageKey,
      i.quantity, v.price_minor AS priceMinor, p.currency, v.stock - v.held AS available, ${isSold(ctx)} AS isSold,
      (i.seen_price_minor <> v.price_minor OR i.seen_currency <> p.currency) AS isRepriced,
      ${isInClosureSql('s', ctx.now)} AS isShopClosed, s.name AS shopName, s.slug AS shopSlug, s.logo_key AS shopLogoKey
    FROM cart_items i JOIN variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id
      JOIN shops s ON s.id = p.shop_id
    WHERE i.user_id = ${actorOf(ctx).id} ORDER BY i.created_at, i.id`)
