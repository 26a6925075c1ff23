import * as z from 'zod'
import { FAVORITE_TYPES, type favorites } from '#db/schema/catalogue/favorites.ts'
import { PublicShopView } from '#domain/shops/shops/view.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { ProductView } from '../products/view.ts'

/** `target` is the product or shop as guests see it, null once they do not. */
export const FavoriteView = z
  .object({
    id: f.id,
    type: z.enum(FAVORITE_TYPES).meta({ id: 'FavoriteType' }),
    targetId: f.id,
    target: z.union([ProductView, PublicShopView]).nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Favorite' })
export type FavoriteView = z.output<typeof FavoriteView>
export type FavoriteRow = typeof favorites.$inferSelect

export const viewFavorite = (row: FavoriteRow, target: FavoriteView['target']): FavoriteView => ({
  id: row.id,
  type: row.type,
  targetId: row.targetId,
  target,
  createdAt: iso(row.createdAt),
})
