import { sql } from 'drizzle-orm'
import { totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectProducts } from '../queries.ts'
import type { ListProducts } from '../search/list-filter.ts'
import { counterOf, findByWords, walkByPlace } from '../search/product-query.ts'
import { noteMiss } from '../search/search-misses.ts'
import { viewProduct } from '../view.ts'

/**
 * Lists the products that guests may see, by relevance if there is a search, else the newest first (docs/states.md, Catalogue). Prices
 * compare at the stored rate. A search looks at the newest 1000, a filter at 5000 (decision 8); without a counter `total` stops at 1000.
 * @throws 400 if the lowest price is above the highest
 */
export async function listProducts(ctx: Ctx, query: ListProducts) {
  const { page, all, direction } = findByWords(ctx, query) ?? walkByPlace(ctx, query)
  const counter = counterOf(query)
  const { rows, pagination } = await readPage(
    ctx.db,
    query,
    // The page has its own LIMIT.
    () => selectProducts(ctx, page, sql`page.sort_key ${direction}, page.id ${direction}`),
    counter ? totalOf(ctx.db, counter) : countUpTo1000(ctx.db, all),
  )
  if (query.search !== undefined && pagination.total === 0) noteMiss(ctx, query)
  return { products: rows.map((row) => viewProduct(ctx, row)), pagination }
}
