import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { cookieOf } from '#testing/stories/live-hearing.ts'
import { ok, publishedPost } from '#testing/stories/office.ts'
import { browse } from '#testing/stories/people.ts'
import { FOR_PHONES, FOR_THE_EDGE, get, page, SITE } from '#testing/stories/share-pages.ts'

// Rules 8.5.5, 8.5.1, 8.9.3: GET /p/:slug, /b/:slug, /blog/:slug, /, /c/:slug, /sitemap.xml and /robots.txt are public and cached: the two headers, ETag,
// Cache-Tag, nothing of the request's own; the same for everybody; 30 KB with styles; canonical; every policy has base-uri none.
//
// Silent: how a post of 50,000 letters fits into 30 KB (one of 10,000 is asked); whether robots.txt is a file or the Worker's (its headers are not looked at here).

const PATHS: Record<string, string> = { '/': '/', '/sitemap.xml': '/sitemap.xml' }
const NAMES = ['/', '/p/:slug', '/b/:slug', '/c/:slug', '/blog/:slug', '/sitemap.xml']
const HTML = NAMES.filter((name) => !name.endsWith('.xml'))
const at = (name: string) => PATHS[name] ?? ''
let ids: { productId: string; shopId: string }

beforeAll(async () => {
  const { productId, seller } = await newMarket()
  const { slug, shop, category } = ok(await call(guest, 'GET', `/products/${productId}`))
  const post = await publishedPost(await signUp('SUPPORT'))
  ids = { productId, shopId: seller.shopId }
  Object.assign(PATHS, {
    '/p/:slug': `/p/${slug}`,
    '/b/:slug': `/b/${shop.slug}`,
    '/c/:slug': `/c/${category.slug}`,
    '/blog/:slug': `/blog/${post.slug}`,
  })
})

describe('a share page', () => {
  it.each(NAMES)(
    '8.5.5 is public, kept by phones and by the edge, and bears nothing of the request: %s',
    async (name) => {
      const { status, headers } = await get(at(name), { cookie: 'a=b', 'cf-connecting-ip': '41.243.9.1' })
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe(FOR_PHONES)
      expect(headers.get('cloudflare-cdn-cache-control')).toBe(FOR_THE_EDGE)
      expect(headers.get('etag')).toMatch(/^(W\/)?"[^"]+"$/)
      // The index of the sitemap names numbers, and nothing that can be taken down.
      if (name !== '/sitemap.xml') expect(headers.get('cache-tag')).toMatch(/^[!-~]+$/)
      expect(headers.getSetCookie()).toEqual([])
      for (const own of ['ratelimit', 'ratelimit-policy', 'x-request-id', 'retry-after'])
        expect(headers.get(own), own).toBeNull()
      expect(headers.get('vary') ?? '').not.toMatch(/authorization|cookie|user-agent|\*/i)
      expect(headers.get('x-robots-tag') ?? '').not.toContain('noindex')
    },
  )

  it.each(NAMES)('8.5.5 is the same for guests, people who are signed in, staff and crawlers: %s', async (name) => {
    const person = await signUp('ADMIN')
    const cookie = cookieOf(
      await browse('POST', '/auth/login/password', { body: { email: person.email, password: PASSWORD } }),
    )
    const callers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${person.token}`, 'x-client-type': 'mobile' },
      { authorization: 'Bearer x.y.z' },
      { cookie },
      { 'user-agent': 'WhatsApp/2.24 A' },
      { 'user-agent': 'Googlebot/2.1', 'accept-language': 'en' },
      { accept: 'application/json' },
    ]
    const answers = await Promise.all(callers.map((headers) => get(at(name), headers)))
    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200))
    expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1)
    const etags = new Set(answers.map(({ headers }) => headers.get('etag')))
    expect([etags.size, etags.has(null)]).toEqual([1, false])
  })

  it.each(NAMES)('8.5.5 is 304 to who has it, and changes its ETag with what it shows: %s', async (name) => {
    const first = await get(at(name))
    const etag = first.headers.get('etag') ?? ''
    for (const known of [etag, `"other", ${etag}`]) {
      const again = await get(at(name), { 'if-none-match': known })
      expect([again.status, await again.text()], known).toEqual([304, ''])
      expect(again.headers.get('cache-control')).toBe(FOR_PHONES)
    }
    expect((await get(at(name), { 'if-none-match': '"other"' })).status).toBe(200)
    const head = await get(at(name), {}, 'HEAD')
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  })

  it.each(NAMES)('8.5.5 is read only: %s', async (name) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await get(at(name), {}, method)
      expect([status, headers.get('cache-control')], method).toEqual([405, 'no-store'])
      expect(headers.get('allow')).toContain('GET')
    }
  })

  it.each(HTML)('8.5.5 is French, says one absolute address of its own, and needs no script: %s', async (name) => {
    const { language, canonical, meta, title, text, running } = await page(at(name))
    expect(language).toBe('fr')
    expect(title).toMatch(/\S{3}/)
    expect(text.trim().length).toBeGreaterThan(20)
    expect(canonical).toBe(`${SITE}${at(name)}`)
    expect(meta('og:url')).toBe(canonical)
    for (const { head, text: inline } of running) expect([head.includes('src='), inline.trim()]).toEqual([true, ''])
    expect(meta('viewport')).toContain('width=device-width')
  })

  it.each(HTML)('8.5.5 says that address whatever host and question it was asked with: %s', async (name) => {
    const [plain, asked, foreign] = [
      await page(at(name)),
      await page(`${at(name)}?utm_source=whatsapp&fbclid=x`),
      await page(`http://evil.test${at(name)}`, { 'x-forwarded-host': 'evil.test' }),
    ]
    expect([plain.canonical, asked.canonical, foreign.canonical]).toEqual(Array(3).fill(`${SITE}${at(name)}`))
    expect(foreign.html).not.toContain('evil.test')
  })

  it.each(HTML)(
    '8.9.3 has a policy: base-uri none, nothing of other origins, no script in the page: %s',
    async (name) => {
      const { headers } = await page(at(name))
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/(^|; ?)base-uri 'none'(;|$)/)
      expect(policy).toMatch(/(^|; ?)frame-ancestors 'none'(;|$)/)
      expect(/script-src[^;]*/.exec(policy)?.[0] ?? '').not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it('8.5.5 is found by the tags by which the answers of the API are purged', async () => {
    const tagsOf = async (path: string) => (await get(path)).headers.get('cache-tag')?.split(',') ?? []
    for (const [path, answer] of [
      [at('/p/:slug'), `/api/v1/products/${ids.productId}`],
      [at('/b/:slug'), `/api/v1/seller/shop/${ids.shopId}`],
      [at('/p/:slug'), `/api/v1/seller/shop/${ids.shopId}`],
      [at('/'), `/api/v1/products/${ids.productId}`],
      [at('/c/:slug'), `/api/v1/products/${ids.productId}`],
      [at('/blog/:slug'), `/api/v1/blog/slug/${at('/blog/:slug').split('/').at(-1)}`],
    ] as const) {
      const own = (await tagsOf(answer))[0] ?? ''
      expect(await tagsOf(path), `${path} has ${own}`).toContain(own)
    }
  })
})

describe('the size of a page', () => {
  it('8.5.5 is 30 KB at most, styles with it: a product with everything, a shop of sixty, the first page, the longest post', async () => {
    const [seller, category] = [await newShopkeeper({ maxProducts: 100, maxPhotos: 10 }), await newCategory()]
    const long = '<&>"\''.repeat(200)
    const variants = Array.from({ length: 50 }, (_, i) => variant({ name: `Taille ${i} & <${'x'.repeat(20)}>` }))
    const { slug } = await publishedProduct(seller, category, {
      description: long,
      images: Array.from({ length: 10 }, () => new Blob([jpeg()])),
      variants: JSON.stringify(variants),
    })
    for (let i = 0; i < 60; i++) await publishedProduct(seller, category, { name: `Article <${i}> ${'é'.repeat(60)}` })
    const product = ok(await call(guest, 'GET', `/products/slug/${slug}`))
    const post = await publishedPost(await signUp('SUPPORT'), {
      body: `# Long\n\n${'Un & deux < trois. '.repeat(2600)}`,
    })
    const paths = [`/p/${slug}`, `/b/${product.shop.slug}`, `/c/${product.category.slug}`, '/', `/blog/${post.slug}`]
    for (const path of paths) {
      const bytes = (await (await get(path)).arrayBuffer()).byteLength
      expect([path, bytes > 500, bytes <= 30 * 1024], `${bytes} bytes`).toEqual([path, true, true])
    }
  })
})
