import { eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectShopPage } from '#domain/shops/shops/queries.ts'
import { viewPublicShopPage } from '#domain/shops/shops/view.ts'
import { fail } from '#kernel/failure.ts'
import { selectNewest, viewNewest } from './newest.ts'

/**
 * Shows a shop by its slug to everybody, with a page of its newest products.
 * @throws 404 also for a shop that guests do not see
 */
export async function showShopPage(ctx: Ctx, slug: string, page: number) {
  const within = sql`p.shop_id = (SELECT s.id FROM shops s WHERE s.slug = ${slug})`
  const [[found], rows] = await readTogether(
    ctx.db,
    selectShopPage(ctx, eq(shops.slug, slug)),
    selectNewest(ctx, within, page),
  )
  return { shop: viewPublicShopPage(ctx, found ?? fail('NOT_FOUND')), ...viewNewest(ctx, rows, page) }
}
