import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectUnknownIs404, faults, GONE, newStall, ok, refusal } from '#testing/stories/catalogue.ts'

type Shown = { id: string; subcategoryId: string }
const similar = async (id: string) =>
  ok(await call(await signUp(), 'GET', `/products/${id}/similar`)).products as Shown[]
const ids = (products: { id: string }[]) => products.map(({ id }) => id)

describe('similar products', () => {
  it('are of the same subcategory first, never the product itself', async () => {
    const [seller, category, staff] = [await newShopkeeper(), await newCategory(), await signUp('ADMIN')]
    const path = `/products/categories/${category.categoryId}/subcategories`
    const beside = { ...category, subcategoryId: ok(await call(staff, 'POST', path, { name: 'À côté' })).id }
    const product = await publishedProduct(seller, category)
    const far = await publishedProduct(seller, beside, { name: 'Thé de Kabare' })
    const near = await publishedProduct(await newShopkeeper(), category, { name: 'Café de Goma' })
    const found = await similar(product.id)
    expect(ids(found)[0]).toBe(near.id)
    expect(ids(found)).not.toContain(product.id)
    const subcategories = found.map(({ subcategoryId }) => subcategoryId === category.subcategoryId)
    expect(subcategories).toEqual([...subcategories].sort((a, b) => Number(b) - Number(a)))
    expect(ids(await similar(far.id))).not.toContain(far.id)
  })

  it('are visible ones only', async () => {
    const { seller, category, id } = await newStall()
    const draft = ok(await createProduct(seller, category))
    const gone = await publishedProduct(seller, category)
    ok(await call(seller, 'POST', `/products/${gone.id}/status`, { status: 'DRAFT' }))
    const near = await publishedProduct(seller, category)
    const found = ids(await similar(id))
    expect(found).toContain(near.id)
    for (const hidden of [draft.id, gone.id]) expect(found).not.toContain(hidden)
  })

  it('are shown as the public sees products', async () => {
    const { seller, category, id } = await newStall()
    await publishedProduct(seller, category, { name: 'Café de Goma' })
    const [near] = ok(await call(guest, 'GET', `/products/${id}/similar`)).products
    expect(near).toMatchObject({ name: 'Café de Goma', currency: 'USD' })
    expect(near).not.toHaveProperty('moderationStatus')
    expect(near.images[0].url).toContain('/media/')
  })

  it('of what is not visible are 404', async () => {
    const { seller, category, id } = await newStall()
    const draft = ok(await createProduct(seller, category))
    const reader = await signUp()
    expect(refusal(await call(reader, 'GET', `/products/${draft.id}/similar`))).toEqual(GONE)
    ok(await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' }))
    expect(refusal(await call(reader, 'GET', `/products/${id}/similar`))).toEqual(GONE)
    await expectUnknownIs404(reader, 'GET', (some) => `/products/${some}/similar`)
  })
})

describe('lists', () => {
  type Stall = Awaited<ReturnType<typeof newStall>>
  const shop = ({ seller }: Stall) => seller.shopId
  const lists: [string, 'seller' | 'staff' | 'guest', (stall: Stall) => string][] = [
    ['products', 'guest', () => '/products'],
    ['shops', 'guest', () => '/seller/shops'],
    ['exchange rates', 'guest', () => '/products/exchange-rates'],
    ["the staff's products", 'staff', () => '/products/admin'],
    ['the moderation queue', 'staff', () => '/moderation/products'],
    ['reports', 'staff', () => '/moderation/reports'],
    ['the shops to review', 'staff', () => '/seller/shop/moderation'],
    ['profiles', 'staff', () => '/seller/profiles'],
    ['KYC', 'staff', () => '/seller/kyc/admin'],
    ["a shop's products", 'seller', (stall) => `/products/shop/${shop(stall)}`],
    ["a shop's stock", 'seller', (stall) => `/products/stock/shop/${shop(stall)}`],
    ['favorites', 'seller', () => '/favorites'],
  ]
  it.each(lists)('of %s refuse what they do not know: a parameter, a page, a limit', async (_, who, pathOf) => {
    const stall = await newStall()
    const [as, path] = [who === 'guest' ? guest : stall[who], pathOf(stall)]
    expect(faults(await call(as, 'GET', `${path}?inconnu=1`))).toHaveLength(1)
    for (const query of ['page=0', 'page=1.5', 'limit=0', 'limit=101', 'limit=dix'])
      expect(faults(await call(as, 'GET', `${path}?${query}`)), query).toEqual([query.split('=')[0]])
    const { pagination } = ok(await call(as, 'GET', path))
    expect(pagination).toMatchObject({ page: 1, limit: 20 })
  })

  it('answer an empty page past their end', async () => {
    const { seller, reader } = await newStall()
    const { products, pagination } = ok(await call(reader, 'GET', `/products?shopId=${seller.shopId}&page=9`))
    expect(products).toEqual([])
    expect(pagination).toEqual({ page: 9, limit: 20, total: 1, totalPages: 1 })
  })

  it('of guests may be 30 seconds old, of those who are signed in never', async () => {
    const { seller, id, reader } = await newStall()
    const asGuest = await call(guest, 'GET', `/products/${id}`)
    expect(asGuest.headers.get('cache-control')).toMatch(/max-age=(\d|[12]\d|30)\b/)
    const signedIn = await call(reader, 'GET', `/products/${id}`)
    expect(signedIn.headers.get('cache-control')).toContain('no-store')
    expect((await call(seller, 'GET', `/products/shop/${seller.shopId}`)).headers.get('cache-control')).toContain(
      'no-store',
    )
  })

  it('of shops show published ones alone, by word and city', async () => {
    const word = `Zawadi${crypto.randomUUID().slice(0, 6)}`
    const [seller, draft, reader] = [await newShopkeeper(), await newShopkeeper({ shop: 'DRAFT' }), await signUp()]
    for (const keeper of [seller, draft])
      ok(await call(keeper, 'PUT', `/seller/shop/${keeper.shopId}`, { name: `Épicerie ${word}` }))
    const { shops, pagination } = ok(await call(reader, 'GET', `/seller/shops?search=epicerie%20${word}`))
    expect(ids(shops)).toEqual([seller.shopId])
    expect(pagination.total).toBe(1)
    for (const hidden of ['phone', 'email', 'reviewStatus']) expect(shops[0]).not.toHaveProperty(hidden)
  })
})
