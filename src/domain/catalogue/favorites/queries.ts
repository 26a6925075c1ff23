import { type SQL, sql } from 'drizzle-orm'
import { isPublicShop, shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { viewPublicShop } from '#domain/shops/shops/view.ts'
import { selectProductsWhere } from '../products/queries.ts'
import { onSale } from '../products/search/on-sale.ts'
import { viewProduct } from '../products/view.ts'
import type { FavoriteRow, FavoriteView } from './view.ts'

/** Most favourites of a person: GET /favorites/ids answers all of them at once. */
export const MOST_FAVORITES = 1000

/** Selects the products and shops that guests see, of those whose ids a SELECT finds: two reads for one trip. */
export const selectTargets = (ctx: Ctx, ids: SQL) =>
  [
    selectProductsWhere(ctx, sql`p.id IN (${ids}) AND ${onSale(ctx, 'p')}`),
    ctx.db
      .select()
      .from(shops)
      .where(sql`shops.id IN (${ids}) AND ${isPublicShop('shops')}`),
  ] as const

type Read<I extends 0 | 1> = Awaited<ReturnType<typeof selectTargets>[I]>

/** The target of a favourite, among the rows that were read; null if guests do not see it. */
export function targetOf(ctx: Ctx, row: FavoriteRow, products: Read<0>, shops: Read<1>): FavoriteView['target'] {
  const product = row.type === 'PRODUCT' && products.find(({ id }) => id === row.targetId)
  const shop = row.type === 'SHOP' && shops.find(({ id }) => id === row.targetId)
  return product ? viewProduct(ctx, product) : shop ? viewPublicShop(ctx, shop) : null
}
