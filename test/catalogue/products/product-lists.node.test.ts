import { expect, test } from 'vitest'
import { comparePrices } from '#cron/prices.ts'
import { ListProducts } from '#domain/catalogue/products/search/list-filter.ts'
import { listProducts } from '#domain/catalogue/products/showing/list.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// The public list of a market that is larger than what a walk looks at, held against the same list worked out here by
// looking at everything (decision 8).

const MOST_COUNTED = 1000
const MOST_SEARCHED = 1000
const MOST_WALKED = 5000
const PRODUCTS = 7000

type Product = {
  id: string
  name: string
  brand: string
  description: string
  shop_id: string
  category_id: string
  subcategory_id: string
  currency: string
  min_price_minor: number
  in_stock: number
  visible: number
  expires_at: number | null
  created_at: number
}

/** Mulberry32: the same market and the same questions each time. */
let state = 20261122
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) % below
}
const oneOf = <T>(all: readonly T[]) => all[random(all.length)] as T

/** Francs of a dollar: few, so that both currencies stand among each other. */
const FRANCS = 4
const inFrancs = ({ currency, min_price_minor }: Product) => min_price_minor * (currency === 'USD' ? FRANCS : 1)

const NAMES = ['Savon', 'Farine', 'Café', 'Marmite', 'Pagne', 'Savonnette']
const BRANDS = ['Élan', 'Élan Virunga', 'Kivu']
const SHOPS = ['shop', 'shop-2', 'shop-3']
/** Nearly all stand in the first category, which is larger than a walk. */
const PLACES = [...Array<[string, string]>(8).fill(['cat', 'sub']), ['cat', 'sub-2'], ['cat-2', 'sub-3']] as const

const domain = openDomain()
const { ctx, add, run } = domain
addMarket(domain)
const at = { created_at: ctx.now, updated_at: ctx.now }
for (const id of SHOPS.slice(1)) {
  const shop = { name: id, slug: id, address: '{}', opening_hours: '[]', currency: 'USD', delivery_methods: '[]' }
  add('shops', { id, seller_profile_id: 'sp', ...shop, status: 'PUBLISHED', ...at })
}
add('categories', { id: 'cat-2', name: 'Autre', folded_name: 'autre', slug: 'autre', created_at: ctx.now })
for (const [id, category_id] of [
  ['sub-2', 'cat'],
  ['sub-3', 'cat-2'],
]) {
  add('subcategories', { id, category_id, name: id, folded_name: id, slug: id, created_at: ctx.now })
}

const rate = { base_currency: 'USD', quote_currency: 'CDF', rate_scaled: FRANCS * 1e8, source: 'x', effective_at: 1 }
add('exchange_rates', { id: 'rate', ...rate, created_at: 1 })
await comparePrices(ctx)

/** All that is on sale, in the order in which it went on sale. */
const market: Product[] = []
for (let i = 0; i < PRODUCTS; i++) {
  const [category_id, subcategory_id] = oneOf(PLACES)
  const product = {
    id: `p-${String(i).padStart(5, '0')}`,
    name: `${oneOf(NAMES)} ${i}`,
    brand: oneOf(BRANDS),
    description: random(3) ? 'Vendu au marché de Bukavu' : 'Se mange avec du café',
    shop_id: oneOf(SHOPS),
    category_id,
    subcategory_id,
    currency: random(20) ? 'USD' : 'CDF',
    // Some are dear, and were the first to come: only a range of prices finds them.
    min_price_minor: i < 50 ? 900_000 + random(9) : 100 + random(1000),
    in_stock: random(50) ? 1 : 0,
    visible: 0,
    expires_at: random(200) ? null : ctx.now - 1,
    created_at: ctx.now - (PRODUCTS - (i >> 1)) * 1000,
  }
  add('products', { ...product, seller_profile_id: 'sp', slug: product.id, updated_at: ctx.now })
  market.push({ ...product, visible: 1 })
}
run("UPDATE products SET visible = 1 WHERE id <> 'prod'")

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const words = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

type Query = ReturnType<typeof ListProducts.parse>

/** Says what the list should have, in its order if that is no matter of rank, and whether it may have less. */
function expectedOf(query: Query) {
  const isWord = ({ name, brand, description }: Product) =>
    words(query.search ?? '').every((word) =>
      words(`${name} ${brand} ${description}`).some((each) => each.startsWith(word)),
    )
  const isOfBrand = ({ brand }: Product) => query.brand === undefined || fold(brand) === fold(query.brand)
  const isRange = query.minPrice !== undefined || query.maxPrice !== undefined
  const stands = (p: Product) =>
    (query.shopId ?? p.shop_id) === p.shop_id &&
    (query.categoryId ?? p.category_id) === p.category_id &&
    (query.subcategoryId ?? p.subcategory_id) === p.subcategory_id &&
    (isRange || (query.currency ?? p.currency) === p.currency)
  const bound = (amount: string | number) => Number(amount) * 100 * (query.currency === 'CDF' ? 1 : FRANCS)
  const isPriced = (p: Product) =>
    inFrancs(p) >= bound(query.minPrice ?? 0) && inFrancs(p) <= bound(query.maxPrice ?? 1e9)
  const isRest = (p: Product) =>
    (p.expires_at === null || p.expires_at > ctx.now) &&
    (query.inStock === undefined || (query.inStock === 'true') === (p.in_stock === 1))

  /** The product stands in the narrowest place that is asked for. */
  const isWalked = (p: Product) => {
    if (query.shopId !== undefined) return p.shop_id === query.shopId
    if (query.subcategoryId !== undefined) return p.subcategory_id === query.subcategoryId
    const isPlace = (query.categoryId ?? p.category_id) === p.category_id
    return isPlace && (isRange || (query.currency ?? p.currency) === p.currency)
  }

  const isSearch = query.search !== undefined || query.brand !== undefined
  const first = isSearch
    ? market.filter((p) => isWord(p) && isOfBrand(p) && stands(p)).slice(-MOST_SEARCHED)
    : market.filter(stands)
  const found = first.filter((p) => isPriced(p) && isRest(p))
  const newest = (a: Product, b: Product) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1)
  const cheapest = (a: Product, b: Product) => inFrancs(a) - inFrancs(b) || (a.id < b.id ? -1 : 1)
  const byPrice =
    query.sort === 'priceAsc'
      ? cheapest
      : query.sort === 'priceDesc'
        ? (a: Product, b: Product) => cheapest(b, a)
        : newest
  const isRanked = query.search !== undefined && (query.sort === undefined || query.sort === 'relevance')
  return {
    isRanked,
    most: first.filter(isPriced).length,
    ids: found.sort(byPrice).map(({ id }) => id),
    isAll: isSearch || market.filter((p) => isWalked(p) && (!isRange || isPriced(p))).length < MOST_WALKED,
  }
}

function randomQuery(): Query {
  const maybe = <T>(one: number, value: () => T) => (random(one) === 0 ? value() : undefined)
  const [least, most] = [random(12), random(12)].sort((a, b) => a - b) as [number, number]
  return ListProducts.parse(
    JSON.parse(
      JSON.stringify({
        search: maybe(3, () => oneOf(['savon', 'caf', 'CAFÉ bukavu', 'pagne kivu', 'vendu', 'usd', 'cat', 'xyz'])),
        brand: maybe(6, () => oneOf([...BRANDS, 'elan', 'Nobody'])),
        shopId: maybe(4, () => oneOf([...SHOPS, '---', 'nobody'])),
        categoryId: maybe(4, () => oneOf(['cat', 'cat-2'])),
        subcategoryId: maybe(6, () => oneOf(['sub', 'sub-2', 'sub-3'])),
        currency: maybe(4, () => oneOf(['USD', 'CDF'])),
        minPrice: maybe(3, () => String(oneOf([least, 8999, 9000, 20_000]))),
        maxPrice: maybe(6, () => String(oneOf([20_000, 20_000 + most]))),
        inStock: maybe(4, () => oneOf(['true', 'false'])),
        sort: maybe(2, () => oneOf(['relevance', 'newest', 'priceAsc', 'priceDesc'])),
        limit: String(oneOf([1, 20, 100])),
        page: String(oneOf([1, 1, 2, 5, 60, 1_000_000])),
      }),
    ),
  )
}

test('a list finds what is there, in its order, whatever is asked', async () => {
  const seen = { all: 0, ranked: 0, bounded: 0, empty: 0 }
  for (let i = 0; i < 400; i++) {
    const query = randomQuery()
    const { ids, most, isAll, isRanked } = expectedOf(query)
    const { products, pagination } = await listProducts(ctx, query)
    const told = products.map(({ id }) => id)
    const asked = JSON.stringify(query)
    const offset = (query.page - 1) * query.limit
    if (isRanked) expect(ids, asked).toEqual(expect.arrayContaining(told))
    else if (isAll) expect(told, asked).toEqual(ids.slice(offset, offset + query.limit))
    // A walk that ends early has the beginning of its list.
    else expect(told, asked).toEqual(ids.slice(offset, offset + told.length))
    if (isRanked) expect(told.length, asked).toBe(ids.slice(offset, offset + query.limit).length)
    seen[isRanked ? 'ranked' : isAll ? 'all' : 'bounded']++
    if (told.length === 0) seen.empty++
    expect(new Set(told).size).toBe(told.length)
    // A product that runs out today is counted until the cron hides it.
    if (isAll) expect(pagination.total, asked).toBeGreaterThanOrEqual(Math.min(MOST_COUNTED, ids.length))
    expect(pagination.total, asked).toBeLessThanOrEqual(most)
  }
  // A question of each kind was asked often.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(20)
})

test.each<[string, Partial<Query>, (product: Product) => boolean]>([
  ['everything', {}, () => true],
  ['a category', { categoryId: 'cat' }, (p) => p.category_id === 'cat'],
  ['a subcategory', { subcategoryId: 'sub' }, (p) => p.subcategory_id === 'sub'],
  ['a shop', { shopId: 'shop-2' }, (p) => p.shop_id === 'shop-2'],
])(
  'the total of %s is exact on every page and in every order, and with another filter stops at 1,000',
  async (...row) => {
    const [, filter, isOne] = row
    const totalOf = async (more: object) => {
      const { pagination } = await listProducts(ctx, ListProducts.parse({ ...filter, ...more }))
      return pagination.total
    }
    const all = market.filter(isOne).length
    expect(all).toBeGreaterThan(MOST_COUNTED)
    for (const more of [{}, { sort: 'priceAsc', page: '3', limit: '7' }]) expect(await totalOf(more)).toBe(all)
    for (const more of [{ currency: 'USD' }, { inStock: 'true' }]) expect(await totalOf(more)).toBe(MOST_COUNTED)
  },
)
