import { describe, expect, it } from 'vitest'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { publishedPost } from '#testing/stories/office.ts'
import { newPages } from '#testing/stories/pages.ts'
import { elements, get, page, pathOf, SITE } from '#testing/stories/share-pages.ts'

// Rule 8.5.5: 30 KB with styles, whatever people write; what is longer goes on at an address of its own, and nothing is lost.

const MOST = 30 * 1024
/** A text of so many letters, each of which takes six bytes in HTML; its last ones are the end. */
const quotes = (letters: number, end = 'fin') => '"'.repeat(letters - end.length) + end
const nextOf = (html: string) => elements(html, 'a').find(({ rel }) => rel === 'next')?.href

/** Reads a page and those that follow it, holds the bound of each, and joins their words. */
async function readOn(path: string, most = Number.POSITIVE_INFINITY) {
  const read = []
  for (let at: string | undefined = path; at && read.length < most; at = nextOf(read.at(-1)?.html ?? '')) {
    const one = await page(at)
    expect([at, new TextEncoder().encode(one.html).length <= MOST], `${one.html.length} letters`).toEqual([at, true])
    expect(one.canonical).toBe(SITE + at)
    read.push(one)
  }
  return { pages: read, text: read.map(({ text }) => text).join('\n') }
}

describe('the heaviest of each page stays within 30 KB, and goes on until all was read', () => {
  it('8.5.5 a product of fifty variants and ten pictures', async () => {
    const [seller, category] = [
      await newShopkeeper({ maxPhotos: 10 }),
      await newCategory({ name: quotes(60, crypto.randomUUID()) }),
    ]
    for (let i = 0; i < 4; i++) await publishedProduct(seller, category, { name: quotes(100, `${i}`) })
    const variants = Array.from({ length: 50 }, (_, i) => ({ ...variant(), name: quotes(78, `n${i}.`) }))
    const { slug } = await publishedProduct(seller, category, {
      name: quotes(100),
      brand: quotes(60),
      description: `${quotes(480)}\n\n${'<'.repeat(500)}fini`,
      images: Array.from({ length: 10 }, () => new Blob([jpeg()])),
      variants: JSON.stringify(variants),
    })
    const { text, pages } = await readOn(`/p/${slug}`)
    for (const { name } of variants) expect(text).toContain(name.slice(-10))
    expect(text).toContain('fini')
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    expect((await get(`/p/${slug}?page=${pages.length + 1}`)).status).toBe(404)
  })

  it('8.5.5 a shop with all its texts and a page of products', async () => {
    const { seller, category, shop, path } = await newShop()
    for (let i = 0; i < 25; i++) await publishedProduct(seller, category, { name: quotes(100, `${i}`) })
    const hours = Array.from({ length: 21 }, (_, i) => ({ day: i % 7, open: `0${i % 9}:00`, close: `1${i % 9}:00` }))
    await run(
      'UPDATE shops SET name = ?, description = ?, closure_note = ?, opening_hours = ? WHERE id = ?',
      quotes(80),
      `${quotes(1000, ' milieu')}\n${quotes(995)}`,
      quotes(200),
      JSON.stringify(hours),
      shop,
    )
    const { text, pages } = await readOn(path)
    expect(text).toContain('milieu')
    expect(text.match(/12,50 USD/g)).toHaveLength(26)
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
  })

  it('8.5.5 a category', async () => {
    const { seller, category } = await newShop()
    for (let i = 0; i < 25; i++) await publishedProduct(seller, category, { name: quotes(100, `${i}`) })
    const sub =
      'INSERT INTO subcategories (id, category_id, name, folded_name, slug, sort_order, is_active, created_at) VALUES (?, ?, ?, ?, ?, 0, 1, 0)'
    for (let i = 0; i < 100; i++)
      await run(sub, crypto.randomUUID(), category.categoryId, quotes(60, `${i}`), `f${i}`, `s${crypto.randomUUID()}`)
    const { hrefs } = await page('/')
    await readOn(hrefs.find((href) => href.startsWith('/c/')) ?? '')
  })

  it('8.5.5 the first page of a market of three hundred categories', async () => {
    const { seller, category } = await newShop()
    for (let i = 0; i < 24; i++) await publishedProduct(seller, category, { name: quotes(100, `${i}`) })
    const slugs = Array.from({ length: 300 }, (_, i) => `rayon-${'x'.repeat(60)}-${i}`)
    const add = `INSERT INTO categories (id, name, folded_name, slug, sort_order, is_active, requires_expiry, created_at)
      VALUES (?, ?, ?, ?, 0, 1, 0, 0)`
    for (const [i, slug] of slugs.entries()) await run(add, crypto.randomUUID(), quotes(60, `r${i}.`), `r${i}`, slug)
    const { pages } = await readOn('/')
    const led = pages.flatMap(({ hrefs }) => hrefs.map(pathOf))
    expect(slugs.filter((slug) => !led.includes(`/c/${slug}`))).toEqual([])
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    await run("DELETE FROM categories WHERE slug LIKE 'rayon-xxx%'")
  })

  const MARKS: Record<string, string> = {
    quotes: '"',
    'quotes within quotes': '>',
    'quotes with spaces': '> ',
    code: '`"`',
    italics: '*"*',
    labels: '[',
    links: '[a](http://',
    headings: '# "\n',
    items: '- "\n',
    lines: '"\n',
    paragraphs: '"\n\n',
    faces: '😀',
    'blocks of code': '```\n"\n```\n',
    'open code': '```x\n',
  }
  it.each(Object.entries(MARKS))('8.5.5 a post of 50,000 letters: %s', async (_, mark) => {
    const body = mark.repeat(50_000 / mark.length)
    const post = await publishedPost(await signUp('SUPPORT'), { body, title: quotes(200), excerpt: quotes(500) })
    const { pages } = await readOn(`/blog/${post.slug}`, 3)
    expect(pages.length).toBeGreaterThan(1)
    expect((await get(`/blog/${post.slug}?page=999`)).status).toBe(404)
  })
})

/** A published shop with a category, and the path of its page. */
async function newShop() {
  const { seller, product, paths } = await newPages({ name: 'Premier' })
  const category = { categoryId: product.category.id, subcategoryId: product.subcategoryId }
  return { seller, category, shop: seller.shopId, path: paths.shop }
}
