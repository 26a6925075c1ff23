import { sql } from 'drizzle-orm'
import { totalOf } from '../../../db/counters.ts'
import { countUpTo1000, readPage } from '../../../db/read-page.ts'
import type { Ctx } from '../../core/context.ts'
import type { ListProducts } from './list-filter.ts'
import { counterOf, searched, walked } from './product-query.ts'
import { selectProducts } from './queries.ts'
import { noteMiss } from './search-misses.ts'
import { viewProduct } from './view.ts'

/**
 * The public list (docs/states.md, Catalogue), in one trip: products that guests may see, by relevance where something is searched,
 * else newest first. Prices are compared at the kept rate, a range in `currency`. `total` stops at 1000 unless the filter is
 * nothing, one category, one subcategory or one shop. However large the market, a search looks at the newest 1000 that
 * have its words in the places it names, and a filter at 5000 along an index (decision 8).
 * @throws 400 when the lowest price is above the highest
 */
export async function listProducts(ctx: Ctx, query: ListProducts) {
  const { page, all, direction } = searched(ctx, query) ?? walked(ctx, query)
  const counter = counterOf(query)
  const { rows, pagination } = await readPage(
    ctx.db,
    query,
    // It ends its page itself.
    () => selectProducts(ctx, page, sql`page.sort_key ${direction}, page.id ${direction}`),
    counter ? totalOf(ctx.db, counter) : countUpTo1000(ctx.db, all),
  )
  if (query.search !== undefined && pagination.total === 0) noteMiss(ctx, query)
  return { products: rows.map((row) => viewProduct(ctx, row)), pagination }
}
