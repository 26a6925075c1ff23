import { desc, eq } from 'drizzle-orm'
import { favorites } from '../../../db/schema/catalogue/favorites.ts'
import { actorOf, type Ctx } from '../../core/context.ts'

/** The ids of all that one keeps, newest first, so that a page of products knows which hearts are full. */
export async function listFavoriteIds(ctx: Ctx): Promise<{ productIds: string[]; shopIds: string[] }> {
  const rows = await ctx.db
    .select({ type: favorites.type, targetId: favorites.targetId })
    .from(favorites)
    .where(eq(favorites.userId, actorOf(ctx).id))
    .orderBy(desc(favorites.createdAt), desc(favorites.id))
  const idsOf = (wanted: string) => rows.flatMap(({ type, targetId }) => (type === wanted ? [targetId] : []))
  return { productIds: idsOf('PRODUCT'), shopIds: idsOf('SHOP') }
}
