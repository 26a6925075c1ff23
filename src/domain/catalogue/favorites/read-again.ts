import { and, eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { favorites } from '#db/schema/catalogue/favorites.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectTargets, targetOf } from './queries.ts'
import { viewFavorite } from './view.ts'

/**
 * Reads a favourite of the signed-in person as it is now.
 * @throws 404 once it is removed
 */
export async function readFavoriteAgain(ctx: Ctx, id: string) {
  const isOwn = and(eq(favorites.id, id), eq(favorites.userId, actorOf(ctx).id))
  const [[kept], products, shops] = await readTogether(
    ctx.db,
    ctx.db.select().from(favorites).where(isOwn),
    ...selectTargets(ctx, sql`SELECT f.target_id FROM favorites f WHERE f.id = ${id}`),
  )
  const favorite = kept ?? fail('NOT_FOUND')
  return viewFavorite(favorite, targetOf(ctx, favorite, products, shops))
}
