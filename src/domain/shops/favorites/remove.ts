import { and, eq } from 'drizzle-orm'
import { favorites } from '../../../db/schema/shops/favorites.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import type { FavoriteRow } from './view.ts'

/** Lets go of a favourite of one's own, there or not (docs/states.md, Catalogue). */
export async function removeFavorite(
  ctx: Ctx,
  { type, targetId }: Pick<FavoriteRow, 'type' | 'targetId'>,
): Promise<{ deleted: true }> {
  const isMine = eq(favorites.userId, actorOf(ctx).id)
  await commit(ctx, [
    ctx.db.delete(favorites).where(and(isMine, eq(favorites.type, type), eq(favorites.targetId, targetId))),
  ])
  return { deleted: true }
}
