import { eq, type SQL, sql } from 'drizzle-orm'
import { once } from '#db/once.ts'
import { MODERATION_STATES } from '#db/schema/core/moderation.ts'
import { carts } from '#db/schema/orders/carts.ts'
import { isOffShop } from '#db/schema/shops/shops.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { isInClosureSql } from '#domain/core/opening-hours.ts'
import type { PriceCurrency } from '#kernel/money.ts'
import type { CartLine } from './fields.ts'

/** A line with the present facts and price of its variant. */
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

/** Whether buyers can see a product at this moment; the tables are `v` and `p`. */
export const isSold = (ctx: Pick<Ctx, 'now'>) => sql`(v.deleted_at IS NULL AND ${onSale(ctx, 'p')})`

const isOff = sql`(${MODERATION_STATES.refused.in('p.moderation_status')} OR ${isOffShop})`
/** Hides name and picture of things that the team took down: the cart only says that they are no longer there. */
const unlessOff = (shown: SQL, off: string | null, when = isOff) => sql`CASE WHEN ${when} THEN ${off} ELSE ${shown} END`

/** Whether the team took down neither a product nor its shop or seller; the tables are `v` and `p`. */
export const isUp = sql`EXISTS (SELECT 1 FROM shops s WHERE s.id = p.shop_id AND NOT ${isOff})`

/** The cart of the person who asks: two reads for one trip, or behind the writes of a commit. `viewCart` takes their answers. */
export const selectCart = (ctx: Ctx) => {
  const { id } = actorOf(ctx)
  return [versionOf(ctx.db, id), itemsOf(ctx.db, id, ctx.now)] as const
}

const versionOf = once((db, userId: string) =>
  db.select({ version: carts.version }).from(carts).where(eq(carts.userId, userId)),
)

const picture = sql`(SELECT g.key FROM product_images g WHERE g.product_id = p.id ORDER BY g.position LIMIT 1)`

/** Lines of a person's cart, as `cart_items` has them. */
export const linesOf = (userId: string) => sql`(SELECT c.* FROM cart_items c WHERE c.user_id = ${userId})`

/** Lines of a guest's cart in the shape of `cart_items`, of products that were published once; they have no seen price. */
export const broughtLines = (lines: CartLine[]) => sql`(
  SELECT l.key AS id, l.value ->> 'variantId' AS variant_id, l.value ->> 'quantity' AS quantity,
    NULL AS seen_price_minor, NULL AS seen_currency, l.key AS created_at
  FROM json_each(${JSON.stringify(lines)}) l WHERE EXISTS (
    SELECT 1 FROM variants w JOIN products q ON q.id = w.product_id
    WHERE w.id = l.value ->> 'variantId' AND q.published_at IS NOT NULL))`

/** The lines of a cart as they are now. */
export const selectItems = ({ db, now }: Pick<Ctx, 'db' | 'now'>, lines: SQL) =>
  db.all<CartItemRow>(sql`
    SELECT i.id, i.variant_id AS variantId, v.product_id AS productId, p.shop_id AS shopId,
      ${unlessOff(sql`p.name`, 'Article retiré')} AS name, ${unlessOff(sql`v.name`, null)} AS variantName, ${unlessOff(picture, null)} AS imageKey,
      i.quantity, v.price_minor AS priceMinor, p.currency, v.stock - v.held AS available, ${isSold({ now })} AS isSold,
      (i.seen_price_minor <> v.price_minor OR i.seen_currency <> p.currency) AS isRepriced,
      ${isInClosureSql('s', now)} AS isShopClosed, 
      ${unlessOff(sql`s.name`, 'Boutique indisponible', isOffShop)} AS shopName, ${unlessOff(sql`s.slug`, '', isOffShop)} AS shopSlug,
      ${unlessOff(sql`s.logo_key`, null, isOffShop)} AS shopLogoKey
    FROM ${lines} i JOIN variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id
      JOIN shops s ON s.id = p.shop_id
    ORDER BY i.created_at, i.id`)

const itemsOf = once((db, userId: string, now: number) => selectItems({ db, now }, linesOf(userId)))
