import { type SQL, sql } from 'drizzle-orm'
import { type ProductRow, selectProducts } from '#domain/catalogue/products/queries.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import { viewProduct } from '#domain/catalogue/products/view.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'

/** Products of one page of the market. */
const SIZE = 24
/** A page begins with a walk along those before it, so this many pages are the most. */
const MOST_PAGES = 50

/**
 * Selects the newest products on sale that meet the condition, one more than the page shows; the table is `p` in it.
 * @throws 404 for a page that no list has
 */
export function selectNewest(ctx: Ctx, place: SQL, page = 1, size = SIZE) {
  if (page < 1 || page > MOST_PAGES) fail('NOT_FOUND')
  const along = sql`SELECT p.id AS id, p.created_at AS sort_key FROM products p WHERE ${onSale(ctx, 'p')} AND ${place}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${size + 1} OFFSET ${(page - 1) * size}`
  return selectProducts(ctx, along, sql`page.sort_key DESC, page.id DESC`)
}

/** A page of products, and whether another one follows. */
export const viewNewest = (ctx: Ctx, rows: ProductRow[], page = 1) => ({
  products: rows.slice(0, SIZE).map((row) => viewProduct(ctx, row)),
  page,
  hasMore: rows.length > SIZE && page < MOST_PAGES,
})
