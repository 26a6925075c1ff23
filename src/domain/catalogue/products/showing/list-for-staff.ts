import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { PRODUCT_STATUSES } from '#db/schema/catalogue/products.ts'
import { MODERATION_STATUSES } from '#db/schema/core/moderation.ts'
import { prefixQuery } from '#db/search-terms.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectProducts } from '../queries.ts'
import { atPlaces } from '../search/search-terms.ts'
import { viewOwnProduct } from '../view.ts'

export const ListAllProducts = z.strictObject({
  ...f.pageQuery,
  status: z.enum(PRODUCT_STATUSES).optional(),
  moderationStatus: z.enum(MODERATION_STATUSES).optional(),
  shopId: f.idIn.optional(),
  search: f.search.optional(),
})
type ListAllProducts = z.output<typeof ListAllProducts>

/**
 * Lists products of every shop in every state for staff, the newest first (docs/states.md, Moderation). `search` finds the start of any
 * word of name, brand, description, variants or references, whatever its spelling; its total stops at 1000.
 */
export async function listAllProducts(ctx: Ctx, query: ListAllProducts) {
  const { page, total } = query.search === undefined ? everyOne(ctx, query) : findForStaff(ctx, query, query.search)
  const { rows, pagination } = await readPage(
    ctx.db,
    query,
    (cut) => selectProducts(ctx, sql`${page} ${cut}`, sql`page.sort_key DESC, page.id DESC`),
    total,
  )
  return { products: rows.map((row) => viewOwnProduct(ctx, row)), pagination }
}

/** Every product of these filters. Each choice of filters has an index in the order of the list, and a total that triggers keep. */
function everyOne(ctx: Ctx, { status, moderationStatus, shopId }: ListAllProducts) {
  const where: SQL[] = [
    sql`p.deleted_at IS NULL`,
    ...(shopId === undefined ? [] : [sql`p.shop_id = ${shopId}`]),
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    ...(moderationStatus === undefined ? [] : [sql`p.moderation_status = ${moderationStatus}`]),
  ]
  const states = { status, moderationStatus }
  return {
    page: sql`SELECT p.id AS id, p.created_at AS sort_key FROM products p WHERE ${sql.join(where, sql` AND `)}
      ORDER BY p.created_at DESC, p.id DESC`,
    total: totalOf(
      ctx.db,
      shopId === undefined ? counterName('products', states) : counterName('productsOfShop', { shopId, ...states }),
    ),
  }
}

/**
 * Products that a search finds. The full-text table has the shop and both states, so every row it finds is shown. Its row numbers rise with
 * time.
 */
function findForStaff(ctx: Ctx, { status, moderationStatus, shopId }: ListAllProducts, search: string) {
  const match = [
    `{name brand variants description} : (${prefixQuery(search)})`,
    ...atPlaces([shopId, status, moderationStatus?.replaceAll('_', '')]),
  ].join(' AND ')
  return {
    page: sql`SELECT p.id AS id, all_products_search.rowid AS sort_key FROM all_products_search
      CROSS JOIN search_keys k ON k.row = all_products_search.rowid CROSS JOIN products p ON p.id = substr(k.thing_id, 5)
      WHERE all_products_search MATCH ${match} ORDER BY all_products_search.rowid DESC`,
    total: countUpTo1000(ctx.db, sql`SELECT 1 FROM all_products_search WHERE all_products_search MATCH ${match}`),
  }
}
