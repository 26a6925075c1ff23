import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { ok, publishedPost } from '#testing/stories/office.ts'
import { get, page, pathOf, SITE } from '#testing/stories/share-pages.ts'

// Rules 8.5.5, 8.8.1: the pages of a shop, a category, a post and the first page, read without script.
//
// Silent: whether a post's Markdown is rendered (its words have to be read, and nothing of it may run); the picture of a shop without a logo.

const picture = (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([jpeg()]), 'photo.jpg')
  return form
}

describe('the page of a shop', () => {
  it('8.5.5 shows its name, its picture, its place and what it sells', async () => {
    const seller = await newShopkeeper({ address: { country: 'CD', city: 'Bukavu', commune: 'Ibanda' } })
    const category = await newCategory()
    const products = [
      await publishedProduct(seller, category, { name: 'Café du Kivu' }),
      await publishedProduct(seller, category, { name: 'Miel de Walungu' }),
    ]
    ok(await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { description: 'Tout frais du lac.' }))
    ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/logo`, picture('logo')))
    const shop = ok(await call(guest, 'GET', `/seller/shop/${seller.shopId}`))
    const { meta, text, hrefs, html } = await page(`/b/${shop.slug}`)
    expect(meta('og:title')).toContain(shop.name)
    expect(pathOf(meta('og:image') ?? '')).toBe(pathOf(shop.logoUrl))
    expect(meta('og:image')?.startsWith(SITE)).toBe(true)
    for (const word of [shop.name, 'Tout frais du lac.', 'Bukavu', 'Café du Kivu', 'Miel de Walungu'])
      expect(text).toContain(word)
    expect(hrefs.map(pathOf)).toEqual(expect.arrayContaining(products.map(({ slug }) => `/p/${slug}`)))
    expect(html).not.toMatch(/2438\d{8}/)
    expect(html).not.toContain(seller.email)
  })

  it('8.5.5 shows nothing that is a draft or another shop’s', async () => {
    const [mine, other] = [await newMarket({}, { name: 'Le mien' }), await newMarket({}, { name: 'Un autre' })]
    const draft = await call(mine.seller, 'POST', `/products/${mine.productId}/status`, { status: 'ARCHIVED' })
    const { shop } = ok(await call(guest, 'GET', `/products/${other.productId}`))
    const own = ok(await call(guest, 'GET', `/seller/shop/${mine.seller.shopId}`))
    expect(draft.status).toBe(200)
    expect((await page(`/b/${own.slug}`)).text).not.toContain('Le mien')
    expect((await page(`/b/${shop.slug}`)).text).toContain('Un autre')
  })
})

describe('the page of a category', () => {
  it('8.5.5 shows its name and what is in it, and the first page leads there', async () => {
    const name = `Rayon Épices ${crypto.randomUUID().slice(0, 6)}`
    const [seller, category, elsewhere] = [await newShopkeeper(), await newCategory({ name }), await newCategory()]
    const inside = await publishedProduct(seller, category, { name: 'Pili-pili séché' })
    await publishedProduct(seller, elsewhere, { name: 'Savon de Goma' })
    const { slug } = inside.category ?? ok(await call(guest, 'GET', `/products/${inside.id}`)).category
    const { text, meta, hrefs } = await page(`/c/${slug}`)
    expect([text.includes(name), meta('og:title')?.includes(name)]).toEqual([true, true])
    expect([text.includes('Pili-pili séché'), text.includes('Savon de Goma')]).toEqual([true, false])
    expect(hrefs.map(pathOf)).toContain(`/p/${inside.slug}`)
    const home = await page('/')
    expect(home.hrefs.map(pathOf)).toEqual(expect.arrayContaining([`/c/${slug}`, `/p/${inside.slug}`]))
    expect(home.text).toContain(name)
  })

  it('8.5.5 that is empty is there all the same', async () => {
    const name = `Rayon vide ${crypto.randomUUID().slice(0, 6)}`
    await newCategory({ name })
    const { categories } = ok(await call(guest, 'GET', '/products/categories'))
    const { slug } = categories.find((one: { name: string }) => one.name === name)
    expect((await page(`/c/${slug}`)).text).toContain(name)
  })
})

describe('the page of a post', () => {
  it('8.5.5 shows its title, its words and its cover', async () => {
    const staff = await signUp('SUPPORT')
    const title = 'Vendre "plus" à Goma & <ailleurs>'
    const post = await publishedPost(staff, { title, excerpt: 'Trois conseils.', body: 'Prenez de belles photos.' })
    ok(await call(staff, 'POST', `/blog/${post.id}/cover`, picture('cover')))
    const { coverUrl } = ok(await call(guest, 'GET', `/blog/slug/${post.slug}`))
    const { meta, text } = await page(`/blog/${post.slug}`)
    expect([meta('og:title')?.includes(title), text.includes(title)]).toEqual([true, true])
    expect(meta('og:type')).toBe('article')
    expect(meta('og:description')).toContain('Trois conseils.')
    expect(text).toContain('Prenez de belles photos.')
    expect(pathOf(meta('og:image') ?? '')).toBe(pathOf(coverUrl))
  })

  it('8.5.5 runs nothing of what its author wrote', async () => {
    const body = [
      'Avant <script>alert(1)</script> <img src=x onerror=alert(2)>',
      '<iframe src="https://evil.test"></iframe><style>body{display:none}</style>',
      '[un lien](javascript:alert(3)) [autre](JaVaScRiPt:alert(4)) [data](data:text/html,x)',
      '![image](javascript:alert(5)) <a href="vbscript:x" onclick="alert(6)">x</a>',
      '</main></body></html><meta http-equiv="refresh" content="0;url=https://evil.test">',
      '[bon](https://exemple.test/page) après',
    ].join('\n\n')
    const { slug } = await publishedPost(await signUp('SUPPORT'), { body })
    const { html, text, running, hrefs } = await page(`/blog/${slug}`)
    expect([text.includes('Avant'), text.includes('après')]).toEqual([true, true])
    for (const { text: inline } of running) expect(inline.trim()).toBe('')
    for (const href of hrefs) expect(href).toMatch(/^(https?:|mailto:|\/|#)/i)
    expect(html).not.toMatch(/<(iframe|img src=x|a href="vbscript|meta http-equiv="refresh)/i)
    expect(html.match(/<\/html>/gi)).toHaveLength(1)
  })
})

describe('the first page', () => {
  it('8.5.5 says what is new, and nothing that was taken down', async () => {
    const [market, gone] = [await newMarket({}, { name: 'Tout nouveau' }), await newMarket({}, { name: 'Retiré hier' })]
    const path = `/moderation/products/${gone.productId}/takedown`
    ok(await call(await signUp('SUPPORT'), 'POST', path, { reason: 'Contrefaçon' }))
    const { text, hrefs } = await page('/')
    const { slug } = ok(await call(guest, 'GET', `/products/${market.productId}`))
    expect([text.includes('Tout nouveau'), text.includes('Retiré hier')]).toEqual([true, false])
    for (const href of hrefs.map(pathOf).filter((one) => /^\/(p|b|c|blog)\//.test(one)))
      expect((await get(href)).status, href).toBe(200)
    expect(hrefs.map(pathOf)).toContain(`/p/${slug}`)
  })
})
