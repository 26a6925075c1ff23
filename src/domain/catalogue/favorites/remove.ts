import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { FAVORITE_TYPES, favorites } from '#db/schema/catalogue/favorites.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'

export const RemoveFavorite = z.strictObject({ type: z.enum(FAVORITE_TYPES), targetId: f.idIn })

/** Removes a favourite of the signed-in person, if it is there (docs/states.md, Catalogue). */
export async function removeFavorite(
  ctx: Ctx,
  { type, targetId }: z.output<typeof RemoveFavorite>,
): Promise<{ deleted: true }> {
  const isMine = eq(favorites.userId, actorOf(ctx).id)
  await commit(ctx, [
    ctx.db.delete(favorites).where(and(isMine, eq(favorites.type, type), eq(favorites.targetId, targetId))),
  ])
  return { deleted: true }
}
