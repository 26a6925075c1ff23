import { eq } from 'drizzle-orm'
import { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectShopPage } from './queries.ts'
import { type PublicShopPageView, viewPublicShopPage } from './view.ts'

/**
 * Shows a published shop, and who sells in it, to guests.
 * @throws 404 also while its seller is blocked or their plan allows fewer
 */
export async function showShop(ctx: Ctx, id: string): Promise<PublicShopPageView> {
  const [found] = await selectShopPage(ctx, eq(shops.id, id))
  return viewPublicShopPage(ctx, found ?? fail('NOT_FOUND'))
}

export async function showShopBySlug(ctx: Ctx, slug: string): Promise<PublicShopPageView> {
  const [found] = await selectShopPage(ctx, eq(shops.slug, slug))
  return viewPublicShopPage(ctx, found ?? fail('NOT_FOUND'))
}
