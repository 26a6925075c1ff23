import { type SQL, sql } from 'drizzle-orm'
import { isPriced } from '#db/compared-price.ts'
import { type CounterName, counterName, counterValue } from '#db/counters.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isOpenSql } from '#domain/core/opening-hours.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { offsetOf } from '#kernel/page.ts'
import type { ListProducts } from './list-filter.ts'
import { onSale } from './on-sale.ts'
import { atPlaces, forgivingQuery, wholeBrand } from './search-terms.ts'

/** A page of the public list: a SELECT of its `id` and `sort_key`, a SELECT of everything found, and the direction of the order. */
type ListParts = { page: SQL; all: SQL; direction: SQL }

type Order = { key: SQL; direction: SQL }

/** A search looks at this many of the products that it finds: the newest on sale. */
const MOST_SEARCHED = 1000

/** A filter looks at this many products along an index. */
const MOST_WALKED = 5000

const [ASC, DESC] = [sql`ASC`, sql`DESC`]

const NEWEST: Order = { key: sql`p.created_at`, direction: DESC }

const CHEAPEST: Order = { key: sql`p.compared_price`, direction: ASC }

const DEAREST: Order = { key: sql`p.compared_price`, direction: DESC }

const BEST: Order = { key: sql`p.rating_rank`, direction: DESC }

const every = (conditions: SQL[]) => sql.join(conditions, sql` AND `)

const cut = (query: ListProducts) => sql`LIMIT ${query.limit} OFFSET ${offsetOf(query)}`

const sortedBy = ({ key, direction }: Order) => sql`${key} ${direction}, p.id ${direction}`

/** The currency of the wanted products. Beside a range of prices, `currency` is only the currency of the range. */
const currencyOf = ({ currency, minPrice, maxPrice }: ListProducts) =>
  minPrice === undefined && maxPrice === undefined ? currency : undefined

/** Conditions on the place of products. The first holds the fewest products: its index is walked, and the others are checked. */
function placesOf(query: ListProducts): SQL[] {
  const { shopId, subcategoryId, categoryId } = query
  const currency = currencyOf(query)
  const shop = shopId === undefined ? [] : [sql`p.shop_id = ${shopId}`]
  const subcategory = subcategoryId === undefined ? [] : [sql`p.subcategory_id = ${subcategoryId}`]
  const category = categoryId === undefined ? [] : [sql`p.category_id = ${categoryId}`]
  const priced = currency === undefined ? [] : [sql`p.currency = ${currency}`]
  // A category in a currency has its own indexes: a large category may have few prices in francs.
  return [
    ...shop,
    ...subcategory,
    ...(category.length + priced.length === 2 ? [every([...category, ...priced])] : [...category, ...priced]),
  ]
}

const stockOf = ({ inStock }: ListProducts): SQL[] =>
  inStock === undefined ? [] : [sql`p.in_stock = ${inStock === 'true' ? 1 : 0}`]

const openOf = (ctx: Ctx, { openNow }: ListProducts): SQL[] =>
  openNow === undefined
    ? []
    : [
        sql`EXISTS (SELECT 1 FROM shops s WHERE s.id = p.shop_id AND ${isOpenSql('s', ctx.now)} = ${openNow === 'true' ? 1 : 0})`,
      ]

function pricesOf({ currency = 'USD', minPrice, maxPrice }: ListProducts): SQL[] {
  const min = minPrice === undefined ? undefined : f.amountOf(minPrice, currency, 'minPrice', 0)
  const max = maxPrice === undefined ? undefined : f.amountOf(maxPrice, currency, 'maxPrice', 0)
  if (min !== undefined && max !== undefined && min > max)
    invalid('maxPrice', 'Le prix maximal est sous le prix minimal.')
  return min === undefined && max === undefined ? [] : [isPriced(sql`p.compared_price`, currency, min, max)]
}

const ORDERS: Partial<Record<NonNullable<ListProducts['sort']>, Order>> = {
  ...{ priceAsc: CHEAPEST, priceDesc: DEAREST, rating: BEST },
}
const orderOf = ({ sort }: ListProducts): Order => (sort && ORDERS[sort]) ?? NEWEST

/** Finds products by words or a brand in the full-text table, which stores folded text; undefined if there is neither. */
export function findByWords(ctx: Ctx, query: ListProducts): ListParts | undefined {
  const { search, brand, sort } = query
  if (search === undefined && brand === undefined) return undefined
  const elsewhere = [
    ...(brand === undefined ? [] : [`brand : ${wholeBrand(brand)}`]),
    ...atPlaces([query.shopId, query.subcategoryId, query.categoryId, currencyOf(query)]),
  ]
  const match =
    search === undefined
      ? sql`${elsewhere.join(' AND ')}`
      : sql`('{name brand variants description} : (' || ${forgivingQuery(search)} || ${[')', ...elsewhere].join(' AND ')})`
  const isRanked = search !== undefined && (sort === undefined || sort === 'relevance')
  const order = isRanked ? { key: sql`found.rank`, direction: ASC } : orderOf(query)
  // A word of the name counts ten times one of the description; the best rank is the lowest.
  const found = sql`(
    SELECT rowid AS row, bm25(products_search, 10.0, 5.0, 5.0, 1.0, 0.0) AS rank FROM products_search
    WHERE products_search MATCH ${match} ORDER BY rowid DESC LIMIT ${MOST_SEARCHED}) AS found
    CROSS JOIN search_keys k ON k.row = found.row CROSS JOIN products p ON p.id = k.thing_id`
  const looked = [...pricesOf(query), ...stockOf(query), ...openOf(ctx, query)]
  const where = every([onSale(ctx, 'p'), ...placesOf(query), ...looked])
  return {
    page: sql`SELECT p.id AS id, ${order.key} AS sort_key FROM ${found} WHERE ${where} ORDER BY ${sortedBy(order)} ${cut(query)}`,
    // Every product in the full-text table is on sale, so it is counted without a look at its row.
    all:
      looked.length > 0
        ? sql`SELECT 1 FROM ${found} WHERE ${where}`
        : sql`SELECT 1 FROM products_search WHERE products_search MATCH ${match}`,
    direction: order.direction,
  }
}

/** Finds the products of a list without words, along the index of the narrowest place in the wanted order. */
export function walkByPlace(ctx: Ctx, query: ListProducts): ListParts {
  const [place = sql`1`, ...elsewhere] = placesOf(query)
  const prices = pricesOf(query)
  const looked = [...elsewhere, ...stockOf(query), ...openOf(ctx, query)]
  const order = orderOf(query)
  // No index has both orders: a range of prices is looked at along the ranks.
  const along = order === BEST ? { prices: [], looked: [...prices, ...looked] } : { prices, looked }
  const page = order === NEWEST && prices.length > 0 ? newestWithin : alongOne
  return {
    page: page({ ctx, query, order, place, ...along }),
    all: through(walk(ctx, [place, ...prices], prices.length > 0 ? CHEAPEST : NEWEST), looked),
    direction: order.direction,
  }
}

type Walk = { ctx: Ctx; query: ListProducts; order: Order; place: SQL; prices: SQL[]; looked: SQL[] }

/** Products on sale in the order of an index. */
const walk = (ctx: Ctx, where: SQL[], order: Order) => sql`
  SELECT p.id AS id, p.shop_id, p.category_id, p.subcategory_id, p.currency, p.compared_price, p.rating_rank, p.in_stock, ${order.key} AS sort_key
  FROM products p WHERE ${every([onSale(ctx, 'p'), ...where])} ORDER BY ${sortedBy(order)}`

/** The products among the first of a walk that meet the conditions, in the walk's order, so that the page can end early. */
const through = (along: SQL, conditions: SQL[]) =>
  sql`SELECT p.id AS id, p.sort_key AS sort_key FROM (${along} LIMIT ${MOST_WALKED}) p WHERE ${every([sql`1`, ...conditions])}`

/** A list with a counter may be paged to its end, and a page beyond the end costs no walk; any other list ends with its walk. */
function alongOne({ ctx, query, order, place, prices, looked }: Walk): SQL {
  const along = walk(ctx, [place, ...prices], order)
  const counter = counterOf(query)
  if (!counter) return sql`${through(along, looked)} ${cut(query)}`
  const offset = offsetOf(query)
  return sql`${along} LIMIT iif(${offset} < ${counterValue(counter)}, ${query.limit}, 0) OFFSET ${offset}`
}

/**
 * The newest products in a range of prices, if they fill the page. If they do not, and few products are in the range, all of those are
 * sorted, so that none is missed, however old. A LIMIT of 0 skips that walk.
 */
function newestWithin({ ctx, query, place, prices, looked }: Walk): SQL {
  const [offset, end] = [offsetOf(query), offsetOf(query) + query.limit]
  const newest = through(walk(ctx, [place], NEWEST), [...prices, ...looked])
  const inRange = sql`SELECT 1 FROM products p WHERE ${every([sql`p.visible = 1`, place, ...prices])}`
  const few = walk(ctx, [place, ...prices, ...looked], { key: sql`+p.created_at`, direction: DESC })
  return sql`WITH newest AS MATERIALIZED (${newest} LIMIT ${end}),
      range (is_sorted) AS MATERIALIZED (SELECT CASE WHEN (SELECT count(*) FROM newest) = ${end} THEN 0
        ELSE (SELECT count(*) < ${MOST_WALKED} FROM (${inRange} LIMIT ${MOST_WALKED})) END)
    SELECT id, sort_key FROM (SELECT * FROM newest LIMIT iif((SELECT is_sorted FROM range), 0, ${query.limit}) OFFSET ${offset})
    UNION ALL
    SELECT id, sort_key FROM (${few} LIMIT iif((SELECT is_sorted FROM range), ${query.limit}, 0) OFFSET ${offset})`
}

/** The counter that triggers keep for this filter, if there is one; undefined for several filters. */
export function counterOf({
  page: _page,
  limit: _limit,
  sort: _sort,
  ...filters
}: ListProducts): CounterName | undefined {
  const given = Object.values(filters).filter((value) => value !== undefined)
  const { categoryId, subcategoryId, shopId } = filters
  if (given.length === 0) return counterName('visibleProducts')
  if (given.length > 1) return undefined
  if (categoryId !== undefined) return counterName('visibleProductsOfCategory', { categoryId })
  if (subcategoryId !== undefined) return counterName('visibleProductsOfSubcategory', { subcategoryId })
  return shopId === undefined ? undefined : counterName('visibleProductsOfShop', { shopId })
}
