import { eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { selectProductsWhere } from '#domain/catalogue/products/queries.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import { viewProduct } from '#domain/catalogue/products/view.ts'
import type { Ctx } from '#domain/core/context.ts'
import { viewPublicShop } from '#domain/shops/shops/view.ts'
import { fail } from '#kernel/failure.ts'
import { selectNewest } from './newest.ts'

/** Other products of the shop beside one. */
const OTHERS = 4

/**
 * Shows a product by its slug to everybody, with its shop and what else that shop sells.
 * @throws 404 also for a product that guests do not see
 */
export async function showProductPage(ctx: Ctx, slug: string) {
  const ofShop = sql`(SELECT o.shop_id FROM products o WHERE o.slug = ${slug})`
  const [[row], [shop], rows] = await readTogether(
    ctx.db,
    selectProductsWhere(ctx, sql`p.slug = ${slug} AND ${onSale(ctx, 'p')}`),
    ctx.db.select().from(shops).where(eq(shops.id, ofShop)),
    selectNewest(ctx, sql`p.shop_id = ${ofShop}`, 1, OTHERS),
  )
  if (!row || !shop) fail('NOT_FOUND')
  const others = rows.filter(({ id }) => id !== row.id).slice(0, OTHERS)
  return {
    product: viewProduct(ctx, row),
    shop: viewPublicShop(ctx, shop),
    others: others.map((each) => viewProduct(ctx, each)),
  }
}
