import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { newPost, ok, onPost, publishedPost } from '#testing/stories/office.ts'
import { DAY, signedIn } from '#testing/stories/people.ts'
import { expectNoPage, get, page, SITE } from '#testing/stories/share-pages.ts'

// Rules 8.5.5, 8.3.5: a page shows what the API shows a guest, and is 404 where the API is; refusals say no-store. The sitemap lists what is public.
//
// Silent: the page of a product that is out of stock stays; whether a 404 is HTML or JSON.

const slugs = async ({ productId }: Market) => {
  const { slug, shop, category } = ok(await call(guest, 'GET', `/products/${productId}`))
  return { product: `/p/${slug}`, shop: `/b/${shop.slug}`, category: `/c/${category.slug}` }
}
const REASON = { reason: 'Contenu interdit' }
const bySupport = async (path: string) => ok(await call(await signUp('SUPPORT'), 'POST', path, REASON))

type Way = [what: string, act: (market: Market) => Promise<unknown>, gone: ('product' | 'shop')[]]
const WAYS: Way[] = [
  [
    'a product that is archived',
    (m) => call(m.seller, 'POST', `/products/${m.productId}/status`, { status: 'ARCHIVED' }),
    ['product'],
  ],
  ['a product that was deleted', (m) => call(m.seller, 'DELETE', `/products/${m.productId}`), ['product']],
  ['a product that was taken down', (m) => bySupport(`/moderation/products/${m.productId}/takedown`), ['product']],
  ['a product that was rejected', (m) => bySupport(`/moderation/products/${m.productId}/reject`), ['product']],
  ['a shop that was suspended', (m) => bySupport(`/seller/shop/${m.seller.shopId}/suspend`), ['product', 'shop']],
  [
    'a shop that is unpublished',
    (m) => call(m.seller, 'POST', `/seller/shop/${m.seller.shopId}/unpublish`),
    ['product', 'shop'],
  ],
  ['a shop that was closed', (m) => call(m.seller, 'DELETE', `/seller/shop/${m.seller.shopId}`), ['product', 'shop']],
  ['a seller who is blocked', (m) => bySupport(`/users/${m.seller.id}/block`), ['product', 'shop']],
]

const sitemap = async () => {
  const response = await get('/sitemap.xml')
  return { response, xml: response.status === 200 ? await response.text() : '' }
}
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at = '']) => at.replaceAll('&amp;', '&'))
/** Every address of the sitemap, of the parts too that it names. */
async function listed(): Promise<string[]> {
  const { response, xml } = await sitemap()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/xml/)])
  const found = locations(xml)
  if (!xml.includes('<sitemapindex')) return found
  return (await Promise.all(found.map(async (at) => locations(await (await get(at)).text())))).flat()
}

describe('no page', () => {
  it.each(WAYS)('8.5.5 is left of %s, nor a line in the sitemap', async (_, act, gone) => {
    const market = await newMarket()
    const paths = await slugs(market)
    for (const path of Object.values(paths)) await page(path)
    await act(market)
    await expectNoPage(...gone.map((of) => paths[of]))
    const lines = await listed()
    for (const of of gone) expect(lines).not.toContain(`${SITE}${paths[of]}`)
    if (!gone.includes('shop')) await page(paths.shop)
    await page(paths.category)
  })

  it('8.5.5 is of a draft, of an unknown or a strange slug', async () => {
    await page((await slugs(await newMarket())).product)
    const draft = ok(await createProduct(await newShopkeeper(), await newCategory()))
    const shop = await newShopkeeper({ shop: 'DRAFT' })
    const row = await first<{ slug: string }>('SELECT slug FROM shops WHERE id = ?', shop.shopId)
    await expectNoPage(`/p/${draft.slug}`, `/b/${row?.slug}`)
    for (const strange of [
      'inconnu',
      '%00',
      '%E0%A4%A',
      '..%2Fetc',
      "'%20OR%201=1--",
      '%3Cscript%3E',
      'x'.repeat(2000),
      draft.id,
    ])
      for (const at of ['p', 'b', 'c', 'blog']) {
        const { status, headers } = await get(`/${at}/${strange}`)
        expect([400, 404], `/${at}/${strange}`.slice(0, 40)).toContain(status)
        expect(headers.get('cache-control')).toBe('no-store')
      }
  })

  it('8.5.5 is of food that expired, though nobody took it off', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory({ requiresExpiry: true })]
    const expiresAt = new Date(Date.now() + 2 * DAY).toISOString()
    const { id, slug } = await publishedProduct(seller, category, { expiresAt })
    await page(`/p/${slug}`)
    wait(4 * DAY)
    expect((await call(guest, 'GET', `/products/${id}`)).status).toBe(404)
    await expectNoPage(`/p/${slug}`)
    expect(await listed()).not.toContain(`${SITE}/p/${slug}`)
  })

  it('8.5.5 is of a post that is a draft, was taken back or archived', async () => {
    const staff = await signUp('SUPPORT')
    const draft = await newPost(staff)
    const [back, archived] = [await publishedPost(staff), await publishedPost(staff)]
    await page(`/blog/${back.slug}`)
    ok(await onPost(staff, back.id, 'unpublish'))
    ok(await call(staff, 'DELETE', `/blog/${archived.id}`))
    await expectNoPage(...[draft, back, archived].map(({ slug }) => `/blog/${slug}`))
    const lines = await listed()
    for (const { slug } of [draft, back, archived]) expect(lines).not.toContain(`${SITE}/blog/${slug}`)
  })

  it('8.5.5 is of a category that staff switched off', async () => {
    const market = await newMarket()
    const { category } = await slugs(market)
    const { category: shown } = ok(await call(guest, 'GET', `/products/${market.productId}`))
    ok(await call(await signUp('ADMIN'), 'PUT', `/products/categories/${shown.id}`, { isActive: false }))
    await expectNoPage(category)
    expect(await listed()).not.toContain(`${SITE}${category}`)
  })

  it('8.5.5 is there for owner or staff that is not there for guests', async () => {
    const market = await newMarket()
    const { product } = await slugs(market)
    await page(product)
    await bySupport(`/moderation/products/${market.productId}/takedown`)
    for (const { token } of [await signedIn(market.seller), await signUp('ADMIN')]) {
      const headers = { authorization: `Bearer ${token}`, 'x-client-type': 'mobile' }
      expect((await get(product, headers)).status).toBe(404)
    }
  })

  it('8.5.5 stays away for good: what was restored is shown again', async () => {
    const market = await newMarket()
    const { product, shop } = await slugs(market)
    await bySupport(`/seller/shop/${market.seller.shopId}/suspend`)
    await expectNoPage(product, shop)
    await bySupport(`/seller/shop/${market.seller.shopId}/reactivate`)
    await page(product)
    await page(shop)
  })
})

describe('the sitemap', () => {
  it('8.5.5 lists what is public, each once, by absolute addresses that are there', async () => {
    const market = await newMarket()
    const paths = Object.values(await slugs(market))
    const post = await publishedPost(await signUp('SUPPORT'), { title: `Nouvelle & <vraie> ${crypto.randomUUID()}` })
    const lines = await listed()
    for (const path of ['/', ...paths, `/blog/${post.slug}`]) expect(lines, path).toContain(`${SITE}${path}`)
    expect(new Set(lines).size).toBe(lines.length)
    for (const line of lines) {
      expect(line.startsWith(`${SITE}/`), line).toBe(true)
      expect((await get(line)).status, line).toBe(200)
    }
    const { xml } = await sitemap()
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/i)
    expect(xml).toContain('http://www.sitemaps.org/schemas/sitemap/0.9')
    expect(xml.replace(/&(amp|lt|gt|quot|apos|#\d+);/g, '')).not.toContain('&')
  })

  it('8.5.5 is named in robots.txt by its absolute address, and no page of it is kept from robots', async () => {
    const answer = await get('/robots.txt')
    const { readFile } = await import('node:fs/promises')
    const robots = answer.status === 200 ? await answer.text() : await readFile('assets/robots.txt', 'utf8')
    expect(robots).toMatch(/^Sitemap: https?:\/\/[^\s/]+\/sitemap\.xml$/im)
    for (const [, path = ''] of robots.matchAll(/^Disallow: *(\S+)$/gim))
      for (const page of ['/p/x', '/b/x', '/c/x', '/blog/x', '/sitemap.xml'])
        expect(page.startsWith(path), path).toBe(false)
  })
})
