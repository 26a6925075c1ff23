import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { FAVORITE_TYPES, favorites } from '#db/schema/catalogue/favorites.ts'
import { isPublicShop } from '#db/schema/shops/shops.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { onSale } from '../products/search/on-sale.ts'
import { MOST_FAVORITES, selectTargets, targetOf } from './queries.ts'
import { viewFavorite } from './view.ts'

const FAVORITE_LIMIT = guard('FAVORITE_LIMIT', 'CONFLICT', {
  message: `Vous avez déjà ${MOST_FAVORITES} favoris. Retirez-en d'abord.`,
})

export const AddFavorite = z.strictObject({ type: z.enum(FAVORITE_TYPES), targetId: f.idIn })

/**
 * Adds a product or shop that guests see to the person's favourites; added again, it is the same row (docs/states.md, Catalogue).
 * @throws 404 for a target that guests do not see, 409 over a thousand
 */
export async function addFavorite(ctx: Ctx, { type, targetId }: z.output<typeof AddFavorite>) {
  const { id: userId } = actorOf(ctx)
  const isHidden =
    type === 'PRODUCT'
      ? sql`NOT EXISTS (SELECT 1 FROM products p WHERE p.id = ${targetId} AND ${onSale(ctx, 'p')})`
      : sql`NOT EXISTS (SELECT 1 FROM shops s WHERE s.id = ${targetId} AND ${isPublicShop('s')})`
  const count = sql`SELECT count(*) FROM favorites f WHERE f.user_id = ${userId}`
  const row = { id: ctx.ids.v7(), userId, type, targetId, createdAt: ctx.now }
  const [[kept], products, shops] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      abortWhen(ctx.db, NOT_FOUND, isHidden),
      ctx.db.insert(favorites).values(row).onConflictDoNothing(),
      abortWhen(ctx.db, FAVORITE_LIMIT, sql`(${count}) > ${MOST_FAVORITES}`),
    ],
    ctx.db
      .select()
      .from(favorites)
      .where(and(eq(favorites.userId, userId), eq(favorites.type, type), eq(favorites.targetId, targetId))),
    ...selectTargets(ctx, sql`SELECT ${targetId}`),
  )
  const favorite = kept ?? fail('NOT_FOUND')
  return viewFavorite(favorite, targetOf(ctx, favorite, products, shops))
}
