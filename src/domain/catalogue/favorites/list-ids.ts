import { desc, eq } from 'drizzle-orm'
import { favorites } from '#db/schema/catalogue/favorites.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

/** The ids of all favourites of the signed-in person, the newest first, for the hearts on a page of products. */
export async function listFavoriteIds(ctx: Ctx): Promise<{ productIds: string[]; shopIds: string[] }> {
  const rows = await ctx.db
    .select({ type: favorites.type, targetId: favorites.targetId })
    .from(favorites)
    .where(eq(favorites.userId, actorOf(ctx).id))
    .orderBy(desc(favorites.createdAt), desc(favorites.id))
  const idsOf = (wanted: string) => rows.flatMap(({ type, targetId }) => (type === wanted ? [targetId] : []))
  return { productIds: idsOf('PRODUCT'), shopIds: idsOf('SHOP') }
}
