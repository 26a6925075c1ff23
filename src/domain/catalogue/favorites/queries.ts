import { type SQL, sql } from 'drizzle-orm'
import { isPublicShop, shops } from '../../../db/schema/shops/shops.ts'
import type { Ctx } from '../../core/context.ts'
import { viewPublicShop } from '../../shops/shops/view.ts'
import { onSale } from '../products/on-sale.ts'
import { selectProductsWhere } from '../products/queries.ts'
import { viewProduct } from '../products/view.ts'
import type { FavoriteRow, FavoriteView } from './view.ts'

/** How many favourites a person may have: GET /favorites/ids answers all of them at once. */
export const MOST_FAVORITES = 1000

/** The products and shops that guests see, of those whose ids a SELECT finds: two reads for one trip. */
export const selectTargets = (ctx: Ctx, ids: SQL) =>
  [
    selectProductsWhere(ctx, sql`p.id IN (${ids}) AND ${onSale(ctx, 'p')}`),
    ctx.db
      .select()
      .from(shops)
      .where(sql`shops.id IN (${ids}) AND ${isPublicShop('shops')}`),
  ] as const

type Read<I extends 0 | 1> = Awaited<ReturnType<typeof selectTargets>[I]>

/** What a favourite leads to, out of what was read; null where nobody sees it. */
export function targetOf(ctx: Ctx, row: FavoriteRow, products: Read<0>, shops: Read<1>): FavoriteView['target'] {
  const product = row.type === 'PRODUCT' && products.find(({ id }) => id === row.targetId)
  const shop = row.type === 'SHOP' && shops.find(({ id }) => id === row.targetId)
  return product ? viewProduct(ctx, product) : shop ? viewPublicShop(ctx, shop) : null
}
