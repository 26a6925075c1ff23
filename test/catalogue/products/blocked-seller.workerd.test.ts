import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { bearer, signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

it("a blocked seller's products are in no public read, and come back", async () => {
  const [seller, category, admin, buyer] = [
    await newShopkeeper(),
    await newCategory(),
    await signUp('ADMIN'),
    await signUp(),
  ]
  const product = await publishedProduct(seller, category, { name: 'Tissu Raphia Introuvable', brand: 'Raphia' })
  const lists = [
    '/products',
    '/products?search=introuvable',
    '/products?brand=raphia',
    `/products?shopId=${seller.shopId}`,
    `/products?categoryId=${category.categoryId}`,
    '/products?minPrice=0.01',
  ]
  const found = async () => {
    const seen: string[] = []
    for (const as of [guest, buyer]) {
      for (const path of lists) {
        const { data } = await call(as, 'GET', path)
        const products = (data?.products ?? []) as { id: string }[]
        if (products.some(({ id }) => id === product.id)) seen.push(path)
      }
      for (const path of [product.id, `slug/${product.slug}`])
        if ((await call(as, 'GET', `/products/${path}`)).status === 200) seen.push('itself')
    }
    return seen
  }
  const everywhere = [...lists, 'itself', 'itself', ...lists, 'itself', 'itself']
  expect(await found()).toEqual(everywhere)
  expect((await call(admin, 'POST', `/users/${seller.id}/block`, { reason: 'Contrefaçon' })).status).toBe(200)
  expect(await found()).toEqual([])
  expect((await call(bearer(seller.token), 'GET', `/products/${product.id}`)).status).toBe(404)
  expect((await call(admin, 'POST', `/users/${seller.id}/unblock`)).status).toBe(200)
  expect(await found()).toEqual(everywhere)
})

it('an answer that shows more to a person is cached apart for guests: Vary names both ways of signing in', async () => {
  const list = await call(guest, 'GET', '/products')
  expect(list.headers.get('vary')?.toLowerCase()).toBe('origin')
  const { headers } = await call(guest, 'GET', '/products/categories')
  const vary = (headers.get('vary') ?? '').toLowerCase().split(/,\s*/)
  expect(vary).toEqual(expect.arrayContaining(['authorization', 'cookie', 'origin']))
  expect(headers.get('cache-control')).toBe('public, max-age=30')
  const fresh = await call(guest, 'GET', '/products/categories', undefined, { 'if-none-match': '"x"' })
  expect((fresh.headers.get('vary') ?? '').toLowerCase()).toMatch(/authorization.*cookie/)
})
