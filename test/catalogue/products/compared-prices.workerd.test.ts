import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Env } from '#src/env.ts'
import { call, guest } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { tick } from '#testing/fixtures/planted.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

// Prices of two currencies are compared at the rate in force (docs/states.md, Catalogue).

let seller: Shopkeeper
let wax: { id: string; variants: { id: string }[] }
const priced = (price: string) => JSON.stringify([variant({ price })])
const names = async (query: string): Promise<string[]> => {
  const { status, data } = await call(guest, 'GET', `/products?shopId=${seller.shopId}&${query}`)
  expect(status).toBe(200)
  return data.products.map((p: { name: string }) => p.name.split(' ')[0])
}
const set = async (rate: number, more: object = {}) => {
  const body = { baseCurrency: 'USD', quoteCurrency: 'CDF', rate, ...more }
  const { status, data } = await call(await signUp('ACCOUNTANT'), 'POST', '/products/exchange-rates', body)
  expect(status).toBe(201)
  return data
}

beforeAll(async () => {
  seller = await newShopkeeper()
  const category = await newCategory()
  await publishedProduct(seller, category, { name: 'Radio solaire', variants: priced('10.00') })
  const francs = { name: 'Pagne solaire', currency: 'CDF', variants: priced('25000.00') }
  wax = await publishedProduct(seller, category, francs)
})

beforeEach(async () => {
  for (const table of ['exchange_rates', 'rate_memories', 'price_rates']) await run(`DELETE FROM ${table}`)
})

it('25,000 francs are less than 10 dollars at 2,800, listed or searched, and more at 2,400', async () => {
  await set(2800)
  for (const query of ['', '&search=solaire']) {
    expect(await names(`sort=priceAsc${query}`)).toEqual(['Pagne', 'Radio'])
    expect(await names(`sort=priceDesc${query}`)).toEqual(['Radio', 'Pagne'])
  }
  await set(2400)
  for (const query of ['', '&search=solaire']) {
    expect(await names(`sort=priceAsc${query}`)).toEqual(['Radio', 'Pagne'])
    expect(await names(`sort=priceDesc${query}`)).toEqual(['Pagne', 'Radio'])
  }
})

it('bounds are in the currency that is asked for, and find what is priced in the other', async () => {
  await set(2800)
  for (const search of ['', '&search=solaire&sort=newest']) {
    expect(await names(`currency=CDF&minPrice=28000&maxPrice=28000${search}`)).toEqual(['Radio'])
    expect(await names(`currency=CDF&maxPrice=28000${search}`)).toEqual(['Pagne', 'Radio'])
    expect(await names(`currency=CDF&minPrice=25000&maxPrice=25000${search}`)).toEqual(['Pagne'])
    expect(await names(`currency=CDF&minPrice=25001${search}`)).toEqual(['Radio'])
    expect(await names(`maxPrice=9${search}`)).toEqual(['Pagne'])
    expect(await names(`currency=USD&minPrice=8.93${search}`)).toEqual(['Radio'])
    expect(await names(`currency=USD&minPrice=8.92${search}`)).toEqual(['Pagne', 'Radio'])
  }
  expect(await names('currency=CDF&sort=priceAsc')).toEqual(['Pagne'])
})

it('a price, a currency and a rate the other way round count at once', async () => {
  const other = { baseCurrency: 'CDF', quoteCurrency: 'USD' }
  await set(0.0003, other)
  expect(await names('maxPrice=7.50')).toEqual(['Pagne'])
  const path = `/products/variants/${wax.variants[0]?.id}`
  expect((await call(seller, 'PUT', path, { price: '50000.00' })).status).toBe(200)
  expect(await names('minPrice=15&maxPrice=15')).toEqual(['Pagne'])
  expect((await call(seller, 'PUT', path, { price: '25000.00' })).status).toBe(200)
})

it('a planned rate counts once its time has come, and one that is switched off no more', async () => {
  const { id } = await set(2800, { effectiveAt: new Date(Date.now() + 60_000).toISOString() })
  expect(await names('maxPrice=9')).toEqual([])
  await run('UPDATE exchange_rates SET effective_at = ?', Date.now() - 1)
  await tick(env as Env)
  expect(await names('maxPrice=9')).toEqual(['Pagne'])
  await run('UPDATE exchange_rates SET is_active = 0 WHERE id = ?', id)
  await tick(env as Env)
  expect(await names('maxPrice=9')).toEqual([])
})

it('without a rate each currency stands by itself', async () => {
  await run('UPDATE products SET min_price_minor = min_price_minor + 1')
  await run('UPDATE products SET min_price_minor = min_price_minor - 1')
  expect(await names('sort=priceAsc')).toEqual(['Radio', 'Pagne'])
  expect(await names('minPrice=1')).toEqual(['Radio'])
  expect(await names('minPrice=1&currency=CDF')).toEqual(['Pagne'])
  expect(await names('maxPrice=25000&currency=CDF')).toEqual(['Pagne'])
})

it('a rate for very many products is taken over slice by slice', async () => {
  await run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO products (id, shop_id, seller_profile_id, category_id, subcategory_id, name, slug, description, currency, min_price_minor, created_at, updated_at)
    SELECT printf('many-%05d', i), p.shop_id, p.seller_profile_id, p.category_id, p.subcategory_id, p.name, printf('many-%05d', i), '', 'CDF', 280000, 1, 1
    FROM n, products p WHERE p.id = '${wax.id}'`)
  const left = async () =>
    (
      await all(
        "SELECT 1 FROM products WHERE currency = 'CDF' AND min_price_minor = 280000 AND compared_price <> 100000",
      )
    ).length
  expect(await left()).toBe(2500)
  await set(2800)
  expect(await left()).toBeGreaterThan(1000)
  await tick(env as Env)
  expect(await left()).toBe(0)
  expect(await all('SELECT renewed_to FROM price_rates')).toEqual([{ renewed_to: null }])
  // The triggers and a slice count the same.
  await run('UPDATE products SET min_price_minor = 0')
  await run('UPDATE products SET min_price_minor = 280000')
  expect(await left()).toBe(0)
})
