import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { newStall, ok, refusal } from '#testing/stories/catalogue.ts'

// Rule: what is on sale follows its shop, its date and the plan; the words of a search that found nothing are counted by day, a sample.

const move = (seller: Shopkeeper, id: string, status: string) =>
  call(seller, 'POST', `/products/${id}/status`, { status })
const isPublic = async (id: string) => (await call(guest, 'GET', `/products/${id}`)).status === 200

describe('a product', () => {
  it('of a suspended shop is neither published nor made', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const { id } = ok(await createProduct(seller, category))
    const reason = { reason: 'Plainte reçue' }
    ok(await call(await signUp('SUPPORT'), 'POST', `/seller/shop/${seller.shopId}/suspend`, reason))
    expect(refusal(await move(seller, id, 'PUBLISHED'))).toEqual([403, 'SHOP_SUSPENDED'])
    expect(refusal(await createProduct(seller, category))).toEqual([403, 'SHOP_SUSPENDED'])
  })

  it('whose date has passed is not published, and with one to come it is', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const { id } = ok(await createProduct(seller, category, { expiresAt: '2099-01-01' }))
    expect(ok(await move(seller, id, 'PUBLISHED')).status).toBe('PUBLISHED')
    expect(await isPublic(id)).toBe(true)
    ok(await move(seller, id, 'DRAFT'))
    await run('UPDATE products SET expires_at = ? WHERE id = ?', Date.now() - 1, id)
    const late = await move(seller, id, 'PUBLISHED')
    expect([...refusal(late), late.error?.message]).toEqual([
      ...[409, 'INVALID_TRANSITION', 'Ce produit est périmé : il ne peut plus être publié.'],
    ])
  })

  it('keeps the place of its first publication when a plan allows less', async () => {
    const [seller, category] = [await newShopkeeper({ maxProducts: 3 }), await newCategory()]
    const first = await publishedProduct(seller, category)
    const second = await publishedProduct(seller, category)
    ok(await move(seller, first.id, 'DRAFT'))
    ok(await move(seller, first.id, 'PUBLISHED'))
    await run('UPDATE plans SET max_products = 1 WHERE id = ?', seller.planId)
    ok(await call(seller, 'PUT', `/products/${first.id}`, { brand: 'Kivu' }))
    expect([await isPublic(first.id), await isPublic(second.id)]).toEqual([true, false])
  })

  it('is no longer shown as of the moment that its date passes', async () => {
    const { seller, id, reader } = await newStall()
    await run('UPDATE products SET expires_at = ? WHERE id = ?', Date.now() + 60_000, id)
    expect(await isPublic(id)).toBe(true)
    await run('UPDATE products SET expires_at = ? WHERE id = ?', Date.now() - 1, id)
    expect(await isPublic(id)).toBe(false)
    expect((await call(reader, 'GET', `/products/${id}/similar`)).status).toBe(404)
    expect(ok(await call(seller, 'GET', `/products/${id}`)).id).toBe(id)
  })
})

describe('an edit', () => {
  it('into a subcategory moves to its category; a hidden one is 404, in words', async () => {
    const { seller, id } = await newStall()
    const [other, hidden] = [await newCategory(), await newCategory()]
    const put = (body: object) => call(seller, 'PUT', `/products/${id}`, body)
    expect(ok(await put({ subcategoryId: other.subcategoryId })).category.id).toBe(other.categoryId)
    const staff = await signUp('ADMIN')
    for (const { categoryId } of [hidden, other])
      ok(await call(staff, 'PUT', `/products/categories/${categoryId}`, { isActive: false }))
    const refused = await put({ subcategoryId: hidden.subcategoryId })
    expect([...refusal(refused), refused.error?.message]).toEqual([404, 'NOT_FOUND', 'Sous-catégorie introuvable.'])
    expect(ok(await put({ subcategoryId: other.subcategoryId, brand: 'Kivu' })).brand).toBe('Kivu')
  })
})

describe('a search that finds nothing', () => {
  const start = Math.floor(Date.now() / 60_000) * 60_000
  const at = (minute: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + minute * 60_000 })
  afterEach(() => {
    vi.useRealTimers()
  })
  const search = async (words: string, more = '') => {
    const { status } = await call(guest, 'GET', `/products?search=${encodeURIComponent(words)}${more}`)
    expect(status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const counted = async () => {
    const rows = await all<{ word: string; count: number }>(
      "SELECT word, count FROM search_misses WHERE word <> '' ORDER BY word",
    )
    return Object.fromEntries(rows.map(({ word, count }) => [word, count]))
  }

  it('counts four words of 3 to 24 letters, each once a search, and none where a filter is to blame', async () => {
    at(1)
    await search('ab abc ABC')
    await search(`${'d'.repeat(24)} ${'e'.repeat(25)}`)
    await search('Été abc 0812345')
    await search('un deux trois quatre cinq six')
    await search('filtre', '&inStock=true')
    await search('rangé', '&sort=newest&page=2&limit=5')
    await search('a 12')
    expect(await counted()).toEqual({
      ...{ abc: 2, [`${'d'.repeat(24)}`]: 1, ete: 1, deux: 1, trois: 1, quatre: 1, cinq: 1, range: 1 },
    })
  })

  it('counts nothing of one that finds something', async () => {
    at(3)
    const { product } = await newStall({ name: 'Cacahuètes' })
    await search('cacahuete')
    expect([product.name, Object.keys(await counted())]).toEqual([
      'Cacahuètes',
      expect.not.arrayContaining(['cacahuete']),
    ])
  })

  it('is counted thirty times a minute, and again the next', async () => {
    at(5)
    const word = (i: number) => `mot${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}`
    for (let i = 0; i < 32; i++) await call(guest, 'GET', `/products?search=${word(i)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const heard = Object.keys(await counted()).filter((one) => one.startsWith('mot'))
    expect(heard).toEqual(Array.from({ length: 30 }, (_, i) => word(i)))
    at(6)
    await search('suivante')
    expect(Object.keys(await counted())).toContain('suivante')
  })
})
