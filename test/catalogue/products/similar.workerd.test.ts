import { expect, test } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

test('similar products are of the subcategory first, then of the category; never itself', async () => {
  const [seller, category, elsewhere] = [await newShopkeeper(), await newCategory(), await newCategory()]
  const { data: sibling } = await call(
    await signUp('ADMIN'),
    'POST',
    `/products/categories/${category.categoryId}/subcategories`,
    { name: 'Autre' },
  )
  const beside = { ...category, subcategoryId: sibling.id }
  const product = await publishedProduct(seller, category)
  const near = [await publishedProduct(seller, category), await publishedProduct(seller, category)]
  const far = await publishedProduct(seller, beside)
  await publishedProduct(seller, elsewhere)
  await createProduct(seller, category)
  const similar = async (id: string) => {
    const { data } = await call(guest, 'GET', `/products/${id}/similar`)
    return data.products.map((one: { id: string }) => one.id)
  }
  expect(await similar(product.id)).toEqual([near[1].id, near[0].id, far.id])
  expect(await similar(far.id)).toEqual([near[1].id, near[0].id, product.id])
  const { data } = await call(guest, 'GET', `/products/${product.id}/similar`)
  expect(data.products[2]).toEqual((await call(guest, 'GET', `/products/${far.id}`)).data)
  // A product that has run out is not offered, and has nothing similar.
  await run('UPDATE products SET expires_at = 1 WHERE id = ?', far.id)
  expect(await similar(product.id)).toEqual([near[1].id, near[0].id])
  for (const id of [far.id, 'x', (await createProduct(seller, category)).data.id])
    expect((await call(guest, 'GET', `/products/${id}/similar`)).status).toBe(404)
  for (let i = 0; i < 11; i++) await publishedProduct(seller, category)
  expect(await similar(product.id)).toHaveLength(12)
  expect((await call(guest, 'GET', `/products/${product.id}/similar?limit=5`)).status).toBe(400)
})
