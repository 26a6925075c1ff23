import { describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, expectUnknownIs404, faults, GONE, ok, refusal } from '#testing/stories/catalogue.ts'

const IN_USE = [409, 'IN_USE']
const TAKEN = [409, 'ALREADY_EXISTS']
const freshName = () => `Rayon ${crypto.randomUUID().slice(0, 8)}`
const categoryPath = (id: string) => `/products/categories/${id}`
const subPath = (id: string) => `/products/categories/subcategories/${id}`
const newEmpty = async (staff: Caller, name = freshName()) =>
  ok(await call(staff, 'POST', '/products/categories', { name })).id as string
const addSub = (staff: Caller, categoryId: string, body: object) =>
  call(staff, 'POST', `${categoryPath(categoryId)}/subcategories`, body)
const subsOf = async (as: Caller, categoryId: string) =>
  ok(await call(as, 'GET', categoryPath(categoryId))).subcategories as { id: string; name: string }[]

describe('a deleted category', () => {
  it('is gone from every read, and its name is free', async () => {
    const [staff, reader] = [await signUp('SUPPORT'), await signUp()]
    const name = freshName()
    const id = await newEmpty(staff, name)
    expect(ok(await call(staff, 'DELETE', categoryPath(id)))).toEqual({ deleted: true })
    for (const as of [staff, reader]) expect(refusal(await call(as, 'GET', categoryPath(id)))).toEqual(GONE)
    const { categories } = ok(await call(staff, 'GET', '/products/categories?includeInactive=true'))
    expect(categories.some((category: { id: string }) => category.id === id)).toBe(false)
    expect(refusal(await call(staff, 'DELETE', categoryPath(id)))).toEqual(GONE)
    expect(refusal(await call(staff, 'PUT', categoryPath(id), { sortOrder: 3 }))).toEqual(GONE)
    expect(refusal(await addSub(staff, id, { name: 'Tout' }))).toEqual(GONE)
    await newEmpty(staff, name)
  })

  it('has no subcategory: with one it is 409 IN_USE, once that is deleted too it goes', async () => {
    const staff = await signUp('ADMIN')
    const { categoryId, subcategoryId } = await newCategory()
    const refused = await call(staff, 'DELETE', categoryPath(categoryId))
    expect([...refusal(refused), refused.error?.message]).toEqual([...IN_USE, expect.stringContaining('masquez-la')])
    ok(await call(staff, 'PUT', subPath(subcategoryId), { isActive: false }))
    expect(refusal(await call(staff, 'DELETE', categoryPath(categoryId)))).toEqual(IN_USE)
    ok(await call(staff, 'DELETE', subPath(subcategoryId)))
    ok(await call(staff, 'DELETE', categoryPath(categoryId)))
  })

  it('never had a product that is still written down, a deleted one either', async () => {
    const [staff, seller, category] = [await signUp('ADMIN'), await newShopkeeper(), await newCategory()]
    const { id } = ok(await createProduct(seller, category))
    ok(await call(seller, 'DELETE', `/products/${id}`))
    expect(refusal(await call(staff, 'DELETE', subPath(category.subcategoryId)))).toEqual(IN_USE)
    expect(refusal(await call(staff, 'DELETE', categoryPath(category.categoryId)))).toEqual(IN_USE)
  })

  it('is deleted by staff, and once', async () => {
    const staff = await signUp('ADMIN')
    const id = await newEmpty(staff)
    await expectStaffOnly('DELETE', categoryPath(id))
    await expectUnknownIs404(staff, 'DELETE', categoryPath)
    expect(tally(await together(5, () => call(staff, 'DELETE', categoryPath(id))))).toEqual({ 200: 1, 404: 4 })
  })

  it('deleted while a subcategory is added: one of both happens', async () => {
    const staff = await signUp('ADMIN')
    for (let round = 0; round < 3; round++) {
      const id = await newEmpty(staff)
      const [deleted, added] = await Promise.all([
        call(staff, 'DELETE', categoryPath(id)),
        addSub(staff, id, { name: 'Tout' }),
      ])
      expect([
        [200, 404],
        [200, 409],
        [409, 201],
      ]).toContainEqual([deleted?.status, added?.status])
    }
  })
})

describe('an inactive category', () => {
  it('is listed for staff who ask for it, and only then', async () => {
    const [staff, id] = [await signUp('SUPPORT'), await newEmpty(await signUp('ADMIN'))]
    ok(await call(staff, 'PUT', categoryPath(id), { isActive: false }))
    const listed = async (query: string) =>
      JSON.stringify(ok(await call(staff, 'GET', `/products/categories${query}`)).categories).includes(id)
    expect([await listed(''), await listed('?includeInactive=false')]).toEqual([false, false])
    expect(await listed('?includeInactive=true')).toBe(true)
  })
})

describe('a subcategory', () => {
  it('is edited: name, order, whether it is shown', async () => {
    const staff = await signUp('SUPPORT')
    const { categoryId, subcategoryId } = await newCategory()
    const edited = ok(await call(staff, 'PUT', subPath(subcategoryId), { name: 'Thés et cafés', sortOrder: 4 }))
    expect(edited).toMatchObject({ id: subcategoryId, categoryId, name: 'Thés et cafés', sortOrder: 4, isActive: true })
    expect(await subsOf(await signUp(), categoryId)).toMatchObject([{ id: subcategoryId, name: 'Thés et cafés' }])
    ok(await call(staff, 'PUT', subPath(subcategoryId), { sortOrder: 5 }))
    expect(await subsOf(staff, categoryId)).toMatchObject([{ name: 'Thés et cafés', sortOrder: 5 }])
  })

  it('that is not active is hidden from the public, and comes back', async () => {
    const [staff, reader] = [await signUp('ADMIN'), await signUp()]
    const { categoryId, subcategoryId } = await newCategory()
    expect(ok(await call(staff, 'PUT', subPath(subcategoryId), { isActive: false })).isActive).toBe(false)
    expect(await subsOf(reader, categoryId)).toEqual([])
    const { categories } = ok(await call(reader, 'GET', '/products/categories'))
    expect(JSON.stringify(categories)).not.toContain(subcategoryId)
    const all = ok(await call(staff, 'GET', '/products/categories?includeInactive=true'))
    expect(JSON.stringify(all.categories)).toContain(subcategoryId)
    ok(await call(staff, 'PUT', subPath(subcategoryId), { isActive: true }))
    expect(await subsOf(reader, categoryId)).toHaveLength(1)
  })

  it('may be made inactive at once', async () => {
    const staff = await signUp('ADMIN')
    const id = await newEmpty(staff)
    expect(ok(await addSub(staff, id, { name: 'Bientôt', isActive: false, sortOrder: 2 }))).toMatchObject({
      categoryId: id,
      name: 'Bientôt',
      isActive: false,
      sortOrder: 2,
    })
    expect(await subsOf(await signUp(), id)).toEqual([])
  })

  it('has a name of its own in its category, accents and case aside', async () => {
    const staff = await signUp('ADMIN')
    const [one, two] = [await newCategory(), await newCategory()]
    const other = ok(await addSub(staff, one.categoryId, { name: 'Épices' }))
    expect(refusal(await call(staff, 'PUT', subPath(one.subcategoryId), { name: 'EPICES' }))).toEqual(TAKEN)
    expect(refusal(await addSub(staff, one.categoryId, { name: 'epices' }))).toEqual(TAKEN)
    ok(await call(staff, 'PUT', subPath(two.subcategoryId), { name: 'Épices' }))
    ok(await call(staff, 'PUT', subPath(other.id), { name: 'épices' }))
  })

  it('refuses what is not so', async () => {
    const staff = await signUp('ADMIN')
    const { subcategoryId } = await newCategory()
    for (const [field, change] of [
      ['name', { name: 'x' }],
      ['name', { name: 'x'.repeat(61) }],
      ['name', { name: null }],
      ['isActive', { isActive: 'oui' }],
      ['sortOrder', { sortOrder: 'premier' }],
    ] as const)
      expect(faults(await call(staff, 'PUT', subPath(subcategoryId), change)), JSON.stringify(change)).toEqual([field])
    expect(faults(await call(staff, 'PUT', subPath(subcategoryId), { slug: 'autre' }))).toHaveLength(1)
  })

  it('is deleted when no product was ever in it', async () => {
    const [staff, seller, category] = [await signUp('ADMIN'), await newShopkeeper(), await newCategory()]
    const free = ok(await addSub(staff, category.categoryId, { name: 'Libre' }))
    expect(ok(await call(staff, 'DELETE', subPath(free.id)))).toEqual({ deleted: true })
    expect(refusal(await call(staff, 'DELETE', subPath(free.id)))).toEqual(GONE)
    expect(await subsOf(staff, category.categoryId)).toHaveLength(1)
    ok(await addSub(staff, category.categoryId, { name: 'Libre' }))
    ok(await createProduct(seller, category))
    expect(refusal(await call(staff, 'DELETE', subPath(category.subcategoryId)))).toEqual(IN_USE)
  })

  it('deleted while a product is made in it: one of both happens', async () => {
    const [staff, seller] = [await signUp('ADMIN'), await newShopkeeper()]
    for (let round = 0; round < 3; round++) {
      const category = await newCategory()
      const [deleted, made] = await Promise.all([
        call(staff, 'DELETE', subPath(category.subcategoryId)),
        createProduct(seller, category),
      ])
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([deleted?.status, made?.status])
    }
  })

  it('is edited and deleted by staff; an unknown one is 404', async () => {
    const staff = await signUp('ADMIN')
    const { subcategoryId } = await newCategory()
    await expectStaffOnly('PUT', subPath(subcategoryId), { sortOrder: 1 })
    await expectStaffOnly('DELETE', subPath(subcategoryId))
    await expectUnknownIs404(staff, 'PUT', subPath, { sortOrder: 1 })
    await expectUnknownIs404(staff, 'DELETE', subPath)
  })
})
