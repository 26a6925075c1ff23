import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countOf, readPage } from '#db/read-page.ts'
import { FAVORITE_TYPES, favorites } from '#db/schema/catalogue/favorites.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { offsetOf } from '#kernel/page.ts'
import { selectTargets, targetOf } from './queries.ts'
import { viewFavorite } from './view.ts'

export const ListFavorites = z.strictObject({ ...f.pageQuery, type: z.enum(FAVORITE_TYPES).optional() })

/**
 * Lists the signed-in person's favourites, the newest first. A favourite whose target is gone stays, with target null (docs/states.md,
 * Catalogue).
 */
export async function listFavorites(ctx: Ctx, { type, ...page }: z.output<typeof ListFavorites>) {
  const where = and(eq(favorites.userId, actorOf(ctx).id), type && eq(favorites.type, type))
  const ids = sql`SELECT target_id FROM favorites WHERE ${where}
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
  const {
    rows,
    pagination,
    others: [products, shops],
  } = await readPage(
    ctx.db,
    page,
    ctx.db.select().from(favorites).where(where).orderBy(desc(favorites.createdAt), desc(favorites.id)),
    countOf(ctx.db, favorites, where),
    ...selectTargets(ctx, ids),
  )
  return { favorites: rows.map((row) => viewFavorite(row, targetOf(ctx, row, products, shops))), pagination }
}
