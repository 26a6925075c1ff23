import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../db/client.ts'
import { invalid } from '../../kernel/failure.ts'
import * as f from '../../kernel/fields.ts'
import { offsetOf, pagination } from '../../kernel/page.ts'
import type { Ctx } from '../context.ts'
import { readProducts } from './read-products.ts'
import { anchoredPhrase, prefixQuery } from './search-terms.ts'
import { viewProduct } from './view.ts'

export const ListProducts = z.strictObject({
  ...f.pageQuery,
  search: f.search.optional(),
  categoryId: f.idIn.optional(),
  subcategoryId: f.idIn.optional(),
  shopId: f.idIn.optional(),
  currency: f.priceCurrency.optional(),
  minPrice: f.amount.optional(),
  maxPrice: f.amount.optional(),
  brand: f.line(1, 80).optional(),
  inStock: z.enum(['true', 'false']).optional(),
  sort: z.enum(['relevance', 'newest', 'priceAsc', 'priceDesc']).optional(),
})
type ListProducts = z.output<typeof ListProducts>

/** What a filter or a search finds is counted up to here: the rest is not worth walking the table for. */
const MOST_COUNTED = 1000
/** A search for nothing but words ranks this many of the products that have them, the newest on sale. */
const MOST_RANKED = 1000

/**
 * The public list (contract.md 5.3), in one trip: products that guests may see, by relevance where something is searched,
 * else newest first. Prices are compared in each product's own currency. `total` stops at 1000 unless the filter is
 * nothing, one category, one subcategory or one shop; a search for words alone looks at the newest 1000 that have them.
 */
export async function listProducts(ctx: Ctx, query: ListProducts) {
  const match = matchOf(query)
  const from = match ? matching(match, isOnlyWords(query) ? MOST_RANKED : -1) : sql`products p`
  const where = sql.join(conditions(ctx, query), sql` AND `)
  const { key, direction } = orderOf(query, match !== undefined)
  const [rows, totals] = await readTogether(
    ctx.db,
    readProducts(
      ctx,
      sql`SELECT p.id AS id, ${key} AS sort_key FROM ${from} WHERE ${where}
        ORDER BY ${key} ${direction}, p.id ${direction} LIMIT ${query.limit} OFFSET ${offsetOf(query)}`,
      sql`page.sort_key ${direction}, page.id ${direction}`,
    ),
    ctx.db.all<{ value: number }>(
      counterOf(query) ??
        (match && isOnlyWords(query) ? matchCount(match) : undefined) ??
        sql`SELECT count(*) AS value FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MOST_COUNTED})`,
    ),
  )
  return { products: rows.map((row) => viewProduct(ctx, row)), pagination: pagination(query, totals[0]?.value ?? 0) }
}

function conditions(ctx: Ctx, query: ListProducts): SQL[] {
  const currency = query.currency ?? 'USD'
  const least = query.minPrice === undefined ? undefined : f.amountOf(query.minPrice, currency, 'minPrice', 0)
  const most = query.maxPrice === undefined ? undefined : f.amountOf(query.maxPrice, currency, 'maxPrice', 0)
  if (least !== undefined && most !== undefined && least > most)
    invalid('maxPrice', 'Le prix maximal est sous le prix minimal.')
  return [
    sql`p.visible = 1`,
    sql`(p.expires_at IS NULL OR p.expires_at > ${ctx.now})`,
    ...(query.categoryId === undefined ? [] : [sql`p.category_id = ${query.categoryId}`]),
    ...(query.subcategoryId === undefined ? [] : [sql`p.subcategory_id = ${query.subcategoryId}`]),
    ...(query.shopId === undefined ? [] : [sql`p.shop_id = ${query.shopId}`]),
    ...(query.currency === undefined ? [] : [sql`p.currency = ${query.currency}`]),
    ...(query.brand === undefined ? [] : [sql`length(p.brand) = length(${query.brand})`]),
    ...(query.inStock === undefined ? [] : [sql`p.in_stock = ${query.inStock === 'true' ? 1 : 0}`]),
    ...(least === undefined ? [] : [sql`p.min_price_minor >= ${least}`]),
    ...(most === undefined ? [] : [sql`p.min_price_minor <= ${most}`]),
  ]
}

/** The search and the brand go through the full-text table, which folds accents and case. */
function matchOf({ search, brand }: ListProducts): string | undefined {
  const parts = [
    ...(search === undefined ? [] : [prefixQuery(search)]),
    ...(brand === undefined ? [] : [`brand : ${anchoredPhrase(brand)}`]),
  ]
  return parts.length > 0 ? parts.map((part) => `(${part})`).join(' AND ') : undefined
}

function orderOf({ sort, search }: ListProducts, isMatching: boolean): { key: SQL; direction: SQL } {
  if (sort === 'priceAsc') return { key: sql`p.min_price_minor`, direction: sql`ASC` }
  if (sort === 'priceDesc') return { key: sql`p.min_price_minor`, direction: sql`DESC` }
  if (isMatching && search !== undefined && sort !== 'newest') return { key: sql`found.rank`, direction: sql`ASC` }
  return { key: sql`p.created_at`, direction: sql`DESC` }
}

/**
 * The products that match, each with its rank: a word of the name weighs ten times one of the description, and the best
 * is the lowest. Newest first, so that a word that half the market has stops at `most` and is not ranked to its end.
 */
const matching = (match: string, most: number) => sql`(
  SELECT rowid AS row, bm25(products_search, 10.0, 5.0, 1.0) AS rank FROM products_search
  WHERE products_search MATCH ${match} ORDER BY rowid DESC LIMIT ${most}) AS found
  JOIN search_keys k ON k.row = found.row JOIN products p ON p.id = k.thing_id`

/** What is in the full-text table is on sale: it need not be looked at to be counted. */
const matchCount = (match: string) => sql`
  SELECT count(*) AS value FROM (SELECT 1 FROM products_search WHERE products_search MATCH ${match} LIMIT ${MOST_COUNTED})`

/** Another filter could throw away all of the newest, so then every match is looked at. */
const isOnlyWords = ({
  page: _page,
  limit: _limit,
  sort: _sort,
  search: _search,
  brand: _brand,
  ...filters
}: ListProducts) => Object.values(filters).every((value) => value === undefined)

/** The counter that triggers keep for this filter, if it is the only one. */
function counterOf({ page: _page, limit: _limit, sort: _sort, ...filters }: ListProducts): SQL | undefined {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const [name, id] = given[0] ?? []
  const kind = name && { categoryId: 'category', subcategoryId: 'subcategory', shopId: 'shop' }[name]
  if (given.length > 1 || (name !== undefined && !kind)) return undefined
  return sql`SELECT value FROM counters WHERE name = ${kind ? `products:visible:${kind}:${id}` : 'products:visible'}`
}
