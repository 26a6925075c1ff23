import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { prefixQuery } from '#db/search-terms.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { atPlaces } from '../products/search/search-terms.ts'
import { viewStockedVariant } from './view.ts'

export const ListShopStock = z.strictObject({
  ...f.pageQuery,
  lowOnly: z.enum(['true', 'false']).optional(),
  search: f.search.optional(),
})
type ListShopStock = z.output<typeof ListShopStock>

/**
 * Lists the variants of one of the seller's shops with their stock, the newest first (docs/states.md, Stock). A search finds the start of
 * any word of the product, variant or reference, among the newest 1000; a filtered `total` stops at 1000.
 * @throws 404 for another seller's shop
 */
export async function listShopStock(ctx: Ctx, shopId: string, query: ListShopStock) {
  const { sellerProfileId } = sellerOf(ctx)
  const isFiltered = query.search !== undefined || query.lowOnly === 'true'
  const matches = matching(shopId, query)
  const {
    rows,
    pagination,
    others: [owned],
  } = await readPage(
    ctx.db,
    query,
    (cut) =>
      ctx.db
        .select({ variant: variants, currency: products.currency, productName: sql<string>`products.name`.as('of') })
        .from(sql`(${matches} ORDER BY v.created_at DESC, v.id DESC ${cut}) AS page`)
        .crossJoin(variants)
        .innerJoin(products, sql`products.id = variants.product_id`)
        .where(sql`variants.id = page.id`)
        .orderBy(sql`variants.created_at DESC, variants.id DESC`),
    isFiltered
      ? countUpTo1000(ctx.db, matches)
      : totalOf(ctx.db, counterName('variantsInShop', { stockShopId: shopId })),
    ctx.db.all(sql`SELECT 1 FROM shops s WHERE s.id = ${shopId} AND s.seller_profile_id = ${sellerProfileId}`),
  )
  if (owned.length === 0) fail('NOT_FOUND')
  return { variants: rows.map(viewStockedVariant), pagination }
}

const MOST_SEARCHED = 1000

/** Selects the ids of the listed variants. The condition of low stock is the one of the index `variants_low`. */
function matching(shopId: string, { search, lowOnly }: ListShopStock) {
  const isLow = lowOnly === 'true' ? sql`AND v.stock - v.held <= v.low_stock_threshold` : sql``
  const here = sql`v.stock_shop_id = ${shopId} AND v.stock_shop_id IS NOT NULL ${isLow}`
  const index = lowOnly === 'true' ? sql`INDEXED BY variants_low` : sql``
  if (search === undefined) return sql`SELECT v.id AS id FROM variants v ${index} WHERE ${here}`
  const match = [`words : (${prefixQuery(search)})`, ...atPlaces([shopId])].join(' AND ')
  return sql`SELECT v.id AS id FROM (
      SELECT rowid AS row FROM stock_search WHERE stock_search MATCH ${match} ORDER BY rowid DESC LIMIT ${MOST_SEARCHED}) found
    CROSS JOIN search_keys k ON k.row = found.row CROSS JOIN variants v ON v.id = k.thing_id WHERE ${here}`
}
