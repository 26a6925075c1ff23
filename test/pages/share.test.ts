import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { publishedProduct } from '#testing/fixtures/products.ts'
import { ok } from '#testing/stories/orders.ts'
import { newPages, page, robotsRead } from '#testing/stories/pages.ts'

// Rule 8.5.5: `GET /p/:slug`, `/b/:slug`, `/blog/:slug`, `/`, `/c/:slug`: French, script not needed, 30 KB with styles, Open Graph,
// JSON-LD Product with offer and availability, canonical. A link sent by WhatsApp shows picture, name and price.

const ORIGIN = 'http://localhost:8787'

async function newPost(body = '# Titre\n\nDu **café** et du [thé](https://exemple.test/the).') {
  const staff = await signUp('ADMIN')
  const post = ok(
    await call(staff, 'POST', '/blog', {
      title: "L'art du café",
      excerpt: 'Un mot sur le café.',
      body,
      tags: [],
      locale: 'fr',
    }),
  )
  ok(await call(staff, 'POST', `/blog/${post.id}/publish`))
  return { path: `/blog/${post.slug}`, post, staff }
}

describe('every page', () => {
  it('8.5.5 is HTML in French, without script, with one h1, a canonical address and Open Graph of absolute addresses', async () => {
    const { paths } = await newPages()
    const { path: blog } = await newPost()
    for (const path of ['/', blog, ...Object.values(paths)]) {
      const { status, text, of } = await page(path)
      expect([status, of('content-type')], path).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toMatch(/^<!doctype html><html lang="fr">/)
      expect(text.match(/<h1/g), path).toHaveLength(1)
      expect(text.replaceAll(/<script type="application\/ld\+json">/g, '')).not.toMatch(/<script|javascript:|\son\w+=/)
      const read = robotsRead(text)
      expect(read.canonical, path).toBe(ORIGIN + path)
      expect(read['og:url']).toBe(ORIGIN + path)
      for (const name of ['title', 'description', 'og:title', 'og:description', 'og:type', 'og:site_name'])
        expect(read[name], `${path} ${name}`).toBeTruthy()
      expect(read.robots).toBeUndefined()
      expect(new TextEncoder().encode(text).length, path).toBeLessThan(30 * 1024)
    }
  })

  it('8.9.3 runs nothing and fetches only pictures of its own origin: the hash of its styles is the one that its policy lets be', async () => {
    const { text, of } = await page('/')
    const policy = of('content-security-policy') ?? ''
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(policy).toContain(`style-src 'sha256-${Buffer.from(hash).toString('base64')}'`)
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/style="/)
  })

  it('8.5.1 is kept like the JSON: the same for everybody, whoever asks, without Vary or cookie, 304 by its ETag', async () => {
    const { paths, buyer, seller } = await newPages()
    for (const path of ['/', ...Object.values(paths)]) {
      const first = await page(path)
      for (const headers of [
        { authorization: `Bearer ${buyer.token}` },
        { cookie: `__Host-access=${seller.token}` },
        { 'user-agent': 'facebookexternalhit/1.1' },
        { 'user-agent': 'WhatsApp/2.24.10.79 A' },
        { 'user-agent': 'Twitterbot/1.0', accept: '*/*', 'accept-language': 'en' },
        { origin: 'http://localhost:8787' },
      ])
        expect((await page(path, headers as Record<string, string>)).text, JSON.stringify(headers)).toBe(first.text)
      expect(first.of('cache-control')).toBe('public, max-age=30')
      expect(first.of('cloudflare-cdn-cache-control')).toBe(
        'public, max-age=30, stale-while-revalidate=60, stale-if-error=600',
      )
      for (const name of ['vary', 'set-cookie', 'x-request-id', 'ratelimit']) expect(first.of(name), name).toBeNull()
      const again = await page(path, { 'if-none-match': first.of('etag') ?? '' })
      expect([again.status, again.text]).toEqual([304, ''])
      expect((await page(path, {}, 'HEAD')).status).toBe(200)
    }
  })

  it('makes one trip to the database', async () => {
    const { paths } = await newPages()
    const { path: blog } = await newPost()
    for (const path of ['/', blog, '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/1.xml', ...Object.values(paths)])
      expect((await page(path)).of('x-d1-round-trips'), path).toBe('1')
    expect((await page('/robots.txt')).of('x-d1-round-trips')).toBe('0')
  })

  it('does not mind parameters that apps add to links', async () => {
    const { paths } = await newPages()
    expect((await page(`${paths.product}?fbclid=abc&utm_source=whatsapp`)).status).toBe(200)
  })
})

describe('a product', () => {
  it('8.5.5 shows picture, name and price in a message: its preview has all three', async () => {
    const { paths, product } = await newPages()
    const read = robotsRead((await page(paths.product)).text)
    expect(read['og:title']).toBe('Café du Kivu – 12,50 USD')
    expect(read['og:type']).toBe('product')
    expect(read['product:price:amount']).toBe('12.50')
    expect(read['product:price:currency']).toBe('USD')
    expect(read['og:description']).toContain('En stock')
    expect(read['og:description']).toContain(product.shop.name)
    expect(read['og:image']).toMatch(/^http:\/\/localhost:8787\/api\/v1\/media\/[\w.-]+\?w=600$/)
    expect(read['og:image']?.startsWith(product.images[0].url)).toBe(true)
  })

  it('8.5.5 is a Product with offer and availability, and a way to it', async () => {
    const { paths, product } = await newPages()
    const { Product, BreadcrumbList } = robotsRead((await page(paths.product)).text).things
    expect(Product).toMatchObject({
      '@context': 'https://schema.org',
      name: 'Café du Kivu',
      offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(Product.image[0]).toContain(product.images[0].url)
    expect(BreadcrumbList.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Accueil',
      product.category.name,
      'Café du Kivu',
    ])
  })

  it('8.5.5 with several variants names each, from the lowest price, and what is out of stock', async () => {
    const variants = JSON.stringify([
      { name: '250 g', price: '5.00', stock: 0 },
      { name: '1 kg', price: '18.00', stock: 3 },
    ])
    const { paths } = await newPages({ variants })
    const { text } = await page(paths.product)
    const read = robotsRead(text)
    expect(read['og:title']).toContain('dès 5 USD')
    expect(read.things.Product.offers).toMatchObject({
      '@type': 'AggregateOffer',
      lowPrice: '5.00',
      highPrice: '18.00',
      offerCount: 2,
      availability: 'https://schema.org/InStock',
    })
    expect(text).toContain('Épuisé')
  })

  it('out of stock says so to people and robots', async () => {
    const { paths } = await newPages({ variants: JSON.stringify([{ price: '5.00', stock: 0 }]) })
    const { text } = await page(paths.product)
    expect(text).toContain('Épuisé')
    expect(robotsRead(text).things.Product.offers.availability).toBe('https://schema.org/OutOfStock')
  })

  it('breaks out of nothing, whatever its seller writes', async () => {
    const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`
    const { paths, product } = await newPages({ name: evil, description: `${evil}\n<!--\u2028` })
    for (const path of ['/', ...Object.values(paths)]) {
      const { text } = await page(path)
      expect(text).not.toContain('<script>')
      expect(text).not.toMatch(/<img src=x/)
    }
    const { Product } = robotsRead((await page(paths.product)).text).things
    expect(Product.name).toBe(product.name)
  })

  it('stays within 30 KB with the longest texts and the most variants', async () => {
    const variants = JSON.stringify(
      Array.from({ length: 50 }, (_, i) => ({ name: `${'é&'.repeat(35)} ${i}`, price: '5.00', stock: 1 })),
    )
    const { paths } = await newPages({ variants, name: '&'.repeat(100), description: 'é<'.repeat(500) })
    const { text } = await page(paths.product)
    expect(new TextEncoder().encode(text).length).toBeLessThan(30 * 1024)
  })
})

describe('lists', () => {
  it('are cut into pages with links, and end', async () => {
    const { seller, paths, product } = await newPages()
    const category = { categoryId: product.category.id, subcategoryId: product.subcategoryId }
    for (let i = 0; i < 25; i++) await publishedProduct(seller, category, { name: `Thé ${i}` })
    for (const path of [paths.shop, paths.category]) {
      const first = await page(path)
      expect(first.text.match(/<li><a href="\/p\//g)).toHaveLength(24)
      expect(first.text).toContain(`rel="next" href="${path}?page=2"`)
      const second = await page(`${path}?page=2`)
      expect(second.text.match(/<li><a href="\/p\//g)).toHaveLength(2)
      expect(second.text).toContain(`rel="prev" href="${path}"`)
      expect(robotsRead(second.text).canonical).toBe(`${ORIGIN}${path}?page=2`)
      for (const wrong of ['0', '51', '99999', 'a', '-1', '1.5'])
        expect((await page(`${path}?page=${wrong}`)).status, wrong).toBe(404)
      expect(new TextEncoder().encode(first.text).length).toBeLessThan(30 * 1024)
    }
  })
})

describe('a post', () => {
  it('8.5.5 is shown from its Markdown, and nothing of it runs', async () => {
    const { path } = await newPost(
      '## Sous-titre\n\n- un\n- deux\n\n1. a\n2. b\n\n> cité\n\n<script>alert(1)</script> [x](javascript:alert(1)) **gras** `a<b`\n\n```\n<b>\n```\n\n![image](https://ailleurs.test/a.png)',
    )
    const { text } = await page(path)
    expect(text).toContain('<h2>Sous-titre</h2>')
    expect(text).toContain('<ul><li>un</li><li>deux</li></ul>')
    expect(text).toContain('<ol><li>a</li><li>b</li></ol>')
    expect(text).toContain('<blockquote><p>cité</p></blockquote>')
    expect(text).toContain('<b>gras</b>')
    expect(text).toContain('<code>a&lt;b</code>')
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toMatch(/href="javascript|<script>|<img src="https/)
    expect(robotsRead(text).things.Article).toMatchObject({ headline: "L'art du café" })
  })
})

describe('what is not there', () => {
  it('8.5.5 is a page in French with 404 that nobody keeps: unknown, drafts, taken down, suspended, closed', async () => {
    const { paths, product, seller } = await newPages()
    const { post, staff, path: blog } = await newPost()
    const gone = async (path: string) => {
      const { status, text, of } = await page(path)
      expect([status, of('cache-control'), of('content-type')], path).toEqual([
        404,
        'no-store',
        'text/html; charset=UTF-8',
      ])
      expect(text).toContain('<html lang="fr">')
      expect(text).toContain('<meta name="robots" content="noindex">')
      expect(text).not.toContain('Café du Kivu')
      expect(of('content-security-policy')).toContain("base-uri 'none'")
      expect([of('cache-tag'), of('cloudflare-cdn-cache-control')]).toEqual([null, null])
    }
    for (const path of ['/p/inconnu', '/b/inconnue', '/c/inconnue', '/blog/inconnu', '/p/%00', "/p/x'%20OR%201=1"])
      await gone(path)
    for (const path of [paths.product, paths.shop, blog]) expect((await page(path)).status, path).toBe(200)
    ok(await call(staff, 'POST', `/moderation/products/${product.id}/takedown`, { reason: 'Une raison assez longue.' }))
    await gone(paths.product)
    expect((await page(paths.shop)).text).not.toContain('Café du Kivu')
    ok(await call(staff, 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Une raison assez longue.' }))
    await gone(paths.shop)
    ok(await call(staff, 'POST', `/blog/${post.id}/unpublish`))
    await gone(blog)
  })

  it('bears the tags of all that the JSON shows: product, shop, pictures', async () => {
    const { paths, product } = await newPages()
    const tags = (await page(paths.product)).of('cache-tag')?.split(',') ?? []
    const wanted = [product.id, product.shop.id, product.category.id, product.images[0].url.split('.').at(-2)].map(
      (id) => id.slice(-12),
    )
    expect(wanted.filter((tag) => !tags.includes(tag))).toEqual([])
    const json = await call(null, 'GET', `/products?shopId=${product.shop.id}`)
    const ofShop = (await page(paths.shop)).of('cache-tag')?.split(',') ?? []
    expect((json.headers.get('cache-tag') ?? '').split(',').filter((tag) => !ofShop.includes(tag))).toEqual([])
  })

  it('outside the pages stays JSON', async () => {
    for (const path of ['/api/v1/nowhere', '/nowhere', '/sitemap/x.xml', '/sitemap/0.xml'])
      expect((await page(path)).of('content-type'), path).toContain('json')
  })
})

describe('a long post', () => {
  const SIGNS: Record<string, string> = { '&lt;': '<', '&#39;': "'", '&amp;': '&' }
  /** The letters of a text, without tags and spaces. */
  const letters = (html: string) =>
    html.replaceAll(/<[^>]*>|\s/g, '').replaceAll(/&#?\w+;/g, (sign) => SIGNS[sign] ?? sign)

  it('8.5.5 is shown by pages of 30 KB at most, each with an address of its own, and no word is lost', async () => {
    const all = Array.from({ length: 5500 }, (_, i) => `mot${i}`)
    const paragraphs = Array.from({ length: 55 }, (_, i) =>
      all.slice(i * 100, i * 100 + 100).join(i === 7 ? '\n' : ' '),
    )
    for (const body of [paragraphs.join('\n\n'), all.join(' '), all.join("'&<")]) {
      const { path } = await newPost(body.slice(0, 50_000))
      let found = ''
      let at: string | undefined = path
      for (let n = 1; at !== undefined; n++) {
        const { status, text } = await page(at)
        expect([status, new TextEncoder().encode(text).byteLength <= 30 * 1024], at).toEqual([200, true])
        expect(robotsRead(text).canonical).toBe(ORIGIN + at)
        found += letters(/<\/p>(<p>[\s\S]*)<\/article>/.exec(text)?.[1] ?? '')
        at = /rel="next" href="([^"]+)"/.exec(text)?.[1]
        if (at !== undefined) expect(at).toBe(`${path}?page=${n + 1}`)
      }
      expect(found === body.slice(0, 50_000).replaceAll(/\s/g, '')).toBe(true)
      expect((await page(`${path}?page=99`)).status).toBe(404)
    }
  })
})
