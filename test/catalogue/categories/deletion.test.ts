import { expect, test } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

const refusal = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason ?? error?.code]
const SUBS = '/products/categories/subcategories'

test('a subcategory is renamed, moved, hidden and shown; its slug stays', async () => {
  const [staff, { categoryId, subcategoryId }] = [await signUp('SUPPORT'), await newCategory()]
  const edit = (body: unknown, id = subcategoryId) => call(staff, 'PUT', `${SUBS}/${id}`, body)
  const edited = await edit({ name: 'Épices', sortOrder: 3, isActive: false })
  expect(edited.data).toEqual({
    ...{ id: subcategoryId, categoryId, name: 'Épices', slug: 'tout', sortOrder: 3, isActive: false },
  })
  expect((await call(guest, 'GET', `/products/categories/${categoryId}`)).data.subcategories).toEqual([])
  expect((await edit({ isActive: true })).data.name).toBe('Épices')
  await call(staff, 'POST', `/products/categories/${categoryId}/subcategories`, { name: 'Thé' })
  expect(refusal(await edit({ name: 'THE' }))).toEqual([409, 'ALREADY_EXISTS'])
  expect((await edit({ name: 'epices' })).status).toBe(200)
  for (const bad of [{ name: '' }, { sortOrder: 1.5 }, { isActive: 'x' }, { categoryId: 'x' }, { slug: 'x' }])
    expect((await edit(bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await edit({ name: 'Riz' }, 'x')).status).toBe(404)
  expect((await call(guest, 'PUT', `${SUBS}/${subcategoryId}`, {})).status).toBe(401)
  expect((await call(await signUp('SELLER'), 'PUT', `${SUBS}/${subcategoryId}`, {})).status).toBe(403)
})

test('nothing that was ever used is deleted', async () => {
  const [admin, seller, category] = [await signUp('ADMIN'), await newShopkeeper(), await newCategory()]
  const { categoryId, subcategoryId } = category
  const { data: product } = await createProduct(seller, category)
  await run('UPDATE products SET deleted_at = 1 WHERE id = ?', product.id)
  const deleteSub = () => call(admin, 'DELETE', `${SUBS}/${subcategoryId}`)
  const deleteCategory = () => call(admin, 'DELETE', `/products/categories/${categoryId}`)
  expect(refusal(await deleteSub())).toEqual([409, 'IN_USE'])
  expect(refusal(await deleteCategory())).toEqual([409, 'IN_USE'])
})

test('what was never used is deleted, once', async () => {
  const [admin, { categoryId, subcategoryId }] = [await signUp('ADMIN'), await newCategory()]
  expect(refusal(await call(admin, 'DELETE', `/products/categories/${categoryId}`))).toEqual([409, 'IN_USE'])
  const answers = await together(50, () => call(admin, 'DELETE', `${SUBS}/${subcategoryId}`))
  expect(reasons(answers)).toEqual({ ok: 1, NOT_FOUND: 49 })
  expect((await call(admin, 'DELETE', `/products/categories/${categoryId}`)).data).toEqual({ deleted: true })
  expect((await call(guest, 'GET', `/products/categories/${categoryId}`)).status).toBe(404)
  expect((await call(admin, 'DELETE', `/products/categories/${categoryId}`)).status).toBe(404)
  expect((await call(await signUp('SELLER'), 'DELETE', `/products/categories/${categoryId}`)).status).toBe(403)
})

test('a product and the deletion of its subcategory at once: never a product without one', async () => {
  for (const _ of [1, 2, 3]) {
    const [admin, seller, category] = [await signUp('ADMIN'), await newShopkeeper(), await newCategory()]
    const [created, deleted] = await Promise.all([
      createProduct(seller, category),
      call(admin, 'DELETE', `${SUBS}/${category.subcategoryId}`),
    ])
    expect([created?.status, deleted?.status]).toEqual(created?.status === 201 ? [201, 409] : [404, 200])
  }
})
