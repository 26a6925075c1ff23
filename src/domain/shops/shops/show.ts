import { and, eq } from 'drizzle-orm'
import { isPublicShop, shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { type PublicShopView, viewPublicShop } from './view.ts'

const published = isPublicShop('shops')

/**
 * Shows a published shop to guests.
 * @throws 404 also while its seller is blocked or their plan allows fewer
 */
export async function showShop(ctx: Ctx, id: string): Promise<PublicShopView> {
  const [shop] = await ctx.db
    .select()
    .from(shops)
    .where(and(eq(shops.id, id), published))
  return viewPublicShop(ctx, shop ?? fail('NOT_FOUND'))
}

export async function showShopBySlug(ctx: Ctx, slug: string): Promise<PublicShopView> {
  const [shop] = await ctx.db
    .select()
    .from(shops)
    .where(and(eq(shops.slug, slug), published))
  return viewPublicShop(ctx, shop ?? fail('NOT_FOUND'))
}
