import { beforeAll, expect, test } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { type Category, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
const priced = (price: string, stock = 5) => JSON.stringify([variant({ price, stock })])
const names = async (query: string): Promise<string[]> =>
  (await call(guest, 'GET', `/products?${query}`)).data.products.map((p: { name: string }) => p.name)

beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
  await publishedProduct(seller, category, { name: 'Café du Kivu', brand: 'Élan Virunga', variants: priced('12.50') })
  await publishedProduct(seller, category, {
    name: 'Riz de Bumba',
    brand: 'Élan',
    variants: priced('3.00', 0),
    description: 'Se mange avec du café, dit-on au marché.',
  })
  await publishedProduct(seller, category, {
    name: 'Pagne wax',
    description: 'Six yards de coton imprimé.',
    currency: 'CDF',
    variants: priced('25000.00'),
  })
})

test('the public list is one trip, newest first, with shop cards and no private field', async () => {
  const { data, headers } = await call(guest, 'GET', `/products?shopId=${seller.shopId}`)
  expect(headers.get('x-d1-round-trips')).toBe('1')
  expect(data.products.map((p: { name: string }) => p.name)).toEqual(['Pagne wax', 'Riz de Bumba', 'Café du Kivu'])
  expect(data.pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 })
  expect(data.products[2]).toMatchObject({
    shop: { id: seller.shopId, name: 'Kivu Frais' },
    variants: [{ price: '12.50' }],
    images: [{ position: 0 }],
  })
  expect(data.products[2]).not.toHaveProperty('moderationStatus')
  expect((await call(guest, 'GET', '/products')).headers.get('x-d1-round-trips')).toBe('1')
  expect((await call(guest, 'GET', '/products?search=caf')).headers.get('x-d1-round-trips')).toBe('1')
})

test('search by the start of words, whatever accents and case, the name before the description', async () => {
  const mine = `shopId=${seller.shopId}`
  expect(await names(`${mine}&search=CAFE`)).toEqual(['Café du Kivu', 'Riz de Bumba'])
  expect(await names(`${mine}&search=caf%C3%A9%20kiv`)).toEqual(['Café du Kivu'])
  expect(await names(`${mine}&search=afe`)).toEqual([])
  expect(await names(`${mine}&search=cafe&sort=relevance`)).toEqual(['Café du Kivu', 'Riz de Bumba'])
  expect(await names(`${mine}&search=cafe&sort=newest`)).toEqual(['Riz de Bumba', 'Café du Kivu'])
  expect((await call(guest, 'GET', `/products?${mine}&search=cafe`)).data.pagination.total).toBe(2)
  for (const hostile of [
    '"',
    '* OR',
    'name:x',
    'NEAR(a b)',
    "'; DROP TABLE products; --",
    '^',
    '!!!',
    'a"b"c',
    'x '.repeat(50).trim(),
  ]) {
    expect((await call(guest, 'GET', `/products?search=${encodeURIComponent(hostile)}`)).status, hostile).toBe(200)
  }
})

test('filters and orders', async () => {
  const mine = `shopId=${seller.shopId}`
  expect(await names(`${mine}&brand=elan`)).toEqual(['Riz de Bumba'])
  expect(await names(`${mine}&brand=elan%20virunga`)).toEqual(['Café du Kivu'])
  expect(await names(`${mine}&brand=%26`)).toEqual([])
  expect(await names(`${mine}&currency=CDF`)).toEqual(['Pagne wax'])
  expect(await names(`${mine}&inStock=true`)).toEqual(['Pagne wax', 'Café du Kivu'])
  expect(await names(`${mine}&inStock=false`)).toEqual(['Riz de Bumba'])
  expect(await names(`${mine}&sort=priceAsc`)).toEqual(['Riz de Bumba', 'Café du Kivu', 'Pagne wax'])
  expect(await names(`${mine}&sort=priceDesc`)).toEqual(['Pagne wax', 'Café du Kivu', 'Riz de Bumba'])
  expect(await names(`${mine}&currency=USD&minPrice=3&maxPrice=12.49`)).toEqual(['Riz de Bumba'])
  expect(await names(`${mine}&minPrice=12.50`)).toEqual(['Café du Kivu'])
  expect(await names(`categoryId=${category.categoryId}&limit=2&page=2`)).toEqual(['Café du Kivu'])
  const counted = await call(guest, 'GET', `/products?subcategoryId=${category.subcategoryId}&limit=2`)
  expect(counted.data.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
  expect(await names('categoryId=x')).toEqual([])
  for (const wrong of [
    'limit=101',
    'page=0',
    'page=x',
    'minPrice=1.234',
    'minPrice=1e309',
    'minPrice=-1',
    'minPrice=2&maxPrice=1',
    'inStock=1',
    'sort=best',
    'currency=RWF',
    'search=',
    'x=1',
    'brand=%00',
  ]) {
    expect((await call(guest, 'GET', `/products?${wrong}`)).status, wrong).toBe(400)
  }
  for (const [wrong, field] of [
    ['minPrice=99999999999999', 'minPrice'],
    ['maxPrice=99999999999999', 'maxPrice'],
    ['minPrice=2&maxPrice=1', 'maxPrice'],
  ]) {
    expect((await call(guest, 'GET', `/products?${wrong}`)).error?.details, wrong).toMatchObject([{ field }])
  }
})

test('caches give a list to everybody, and a product to guests; its seller reads more, which nobody keeps', async () => {
  const list = `/products?shopId=${seller.shopId}`
  const first = await call(guest, 'GET', list)
  expect(first.headers.get('cache-control')).toBe('public, max-age=30')
  expect(first.headers.get('etag')).toBeTruthy()
  const product = `/products/${first.data.products[0].id}`
  const cookie = { cookie: `__Host-access=${seller.token}`, 'x-client-type': 'web' }
  const asSeller = async (path: string) => [
    await call(seller, 'GET', path),
    await call(guest, 'GET', path, undefined, cookie),
  ]
  for (const { headers } of await asSeller(list))
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual([
      'public, max-age=30',
      first.headers.get('etag'),
    ])
  for (const { headers } of await asSeller(product)) {
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('cloudflare-cdn-cache-control')).toBeNull()
    expect(headers.get('vary')).toMatch(/authorization, cookie/i)
  }
})

test('what has expired is not shown, even before the cron has hidden it', async () => {
  const own = await newShopkeeper()
  const product = await publishedProduct(own, category)
  await run('UPDATE products SET expires_at = 1 WHERE id = ?', product.id)
  expect(await names(`shopId=${own.shopId}`)).toEqual([])
  expect((await call(guest, 'GET', `/products/${product.id}`)).status).toBe(404)
})
