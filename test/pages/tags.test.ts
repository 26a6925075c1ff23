import { describe, expect, it } from 'vitest'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { publishedProduct } from '#testing/fixtures/products.ts'
import { publishedPost } from '#testing/stories/office.ts'
import { newPages } from '#testing/stories/pages.ts'
import { get } from '#testing/stories/share-pages.ts'

// Rule 8.5.1: what was taken down is purged by tag at once. An answer has a thousand tags, so those that are purged come first.

const tagsOf = async (path: string) => (await get(path)).headers.get('cache-tag')?.split(',') ?? []
const tag = (id: string) => id.slice(-12)

describe('the tags of a page', () => {
  it('8.5.1 name each product, picture and shop, beside all their variants and hundreds of categories', async () => {
    const { seller, product, paths } = await newPages()
    const category = { categoryId: product.category.id, subcategoryId: product.subcategoryId }
    const added = []
    for (let i = 0; i < 24; i++) added.push(await publishedProduct(seller, category, { name: `Thé ${i}` }))
    // As rows: a seller does not write as many on one day.
    const row = `INSERT INTO variants (id, product_id, name, price_minor, stock, position, is_default, created_at, updated_at)
      VALUES (?, ?, ?, 100, 0, ?, 0, 0, 0)`
    for (const { id } of added) for (let n = 1; n < 50; n++) await run(row, crypto.randomUUID(), id, `Taille ${n}`, n)
    const add = `INSERT INTO categories (id, name, folded_name, slug, sort_order, is_active, requires_expiry, created_at)
      VALUES (?, ?, ?, ?, 0, 1, 0, 0)`
    for (let i = 0; i < 300; i++) await run(add, crypto.randomUUID(), `Rayon ${i}`, `rayon ${i}`, `rayon-tags-${i}`)
    for (const path of ['/', paths.shop, paths.category]) {
      const tags = await tagsOf(path)
      expect(tags.length).toBeLessThanOrEqual(1000)
      const missing = added.filter(
        ({ id, images }) => !tags.includes(tag(id)) || !tags.includes(tag(images[0].url.split('.').at(-2))),
      )
      expect([path, missing.length, tags.includes(tag(product.shop.id))]).toEqual([path, 0, true])
    }
    await run("DELETE FROM categories WHERE slug LIKE 'rayon-tags-%'")
    const list = `/api/v1/products?shopId=${product.shop.id}&limit=100`
    const tags = await tagsOf(list)
    expect(added.filter(({ id }) => !tags.includes(tag(id)))).toEqual([])
  })

  it('8.5.1 are of products before the ids that somebody writes into a description', async () => {
    const { seller, product, paths } = await newPages()
    const category = { categoryId: product.category.id, subcategoryId: product.subcategoryId }
    const ids = () => Array.from({ length: 27 }, () => crypto.randomUUID()).join('')
    const added = []
    for (let i = 0; i < 24; i++) added.push(await publishedProduct(seller, category, { description: ids() }))
    const picture = `INSERT INTO product_images (id, product_id, key, content_type, position, created_at, width, height)
      VALUES (?, ?, ?, 'image/jpeg', ?, 0, 2, 2)`
    for (const { id } of added)
      for (let n = 1; n < 10; n++) await run(picture, crypto.randomUUID(), id, `product-${crypto.randomUUID()}.jpg`, n)
    const tags = await tagsOf(paths.category)
    expect(added.filter(({ id }) => !tags.includes(tag(id)))).toEqual([])
  })

  it('8.5.1 of a part of the sitemap name the shop of each product, which takes its products along', async () => {
    const { product } = await newPages()
    // The key of the shop lies in a part of its own: it became visible long before.
    await run('UPDATE search_keys SET row = row + 100000 WHERE thing_id = ?', product.id)
    const last = (await (await get('/sitemap.xml')).text()).match(/\/sitemap\/\d+\.xml/g)?.at(-1) ?? ''
    expect(await (await get(last)).text()).toContain(`/p/${product.slug}<`)
    expect(await tagsOf(last)).toEqual(expect.arrayContaining([tag(product.id), tag(product.shop.id)]))
  })

  it('8.5.1 of the part with the posts name each of them, beside more categories than an answer has tags', async () => {
    const post = await publishedPost(await signUp('SUPPORT'))
    const add = `INSERT INTO categories (id, name, folded_name, slug, sort_order, is_active, requires_expiry, created_at)
      VALUES (?, ?, ?, ?, 0, 1, 0, 0)`
    for (let i = 0; i < 1000; i++) await run(add, crypto.randomUUID(), `Rayon ${i}`, `mille ${i}`, `rayon-mille-${i}`)
    expect(await tagsOf('/sitemap/pages.xml')).toContain(tag(post.id))
    await run("DELETE FROM categories WHERE slug LIKE 'rayon-mille-%'")
  })
})
