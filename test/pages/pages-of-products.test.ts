import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { variant } from '#testing/fixtures/products.ts'
import { ok, setPrice } from '#testing/stories/orders.ts'
import { dataOf, elements, get, page, pathOf, SITE } from '#testing/stories/share-pages.ts'

// Rule 8.5.5: a product's page has Open Graph, JSON-LD Product with offer and availability, canonical; a link sent by WhatsApp shows picture, name and price.
//
// Silent: one offer or several of a product with variants (both are read); how a price is written for people (12,50 or 12.50).

const productOf = async ({ productId }: Market) => ok(await call(guest, 'GET', `/products/${productId}`))
/** The page of a product, and the product as the API shows it. */
async function shown(market: Market) {
  const product = await productOf(market)
  return { product, ...(await page(`/p/${product.slug}`)) }
}
const offersOf = (data: { offers: object | object[] }) => [data.offers].flat() as Record<string, string>[]
const availability = (offer: Record<string, string> | undefined) =>
  /^https?:\/\/schema\.org\/(\w+)$/.exec(offer?.availability ?? '')?.[1]

describe('the page of a product', () => {
  it('8.5.5 shows picture, name and price where a link to it is sent', async () => {
    const { product, meta, canonical } = await shown(await newMarket({}, { name: 'Café du Kivu' }))
    expect(meta('og:title')).toContain('Café du Kivu')
    expect(`${meta('og:title')} ${meta('og:description')}`).toMatch(/12[.,]50/)
    expect(meta('og:url')).toBe(canonical)
    expect(meta('og:type')).toMatch(/^(product|website|og:product)$/)
    expect(meta('og:site_name')).toMatch(/soko/i)
    const image = meta('og:image') ?? ''
    expect(pathOf(image)).toBe(pathOf(product.images[0].url))
    expect(image.startsWith(SITE)).toBe(true)
    const picture = await get(image)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
  })

  it('8.5.5 says in its linked data what the API says', async () => {
    const market = await newMarket({ sku: 'KIVU-1' }, { name: 'Café du Kivu', brand: 'Rouge & Noir' })
    const { product, data, html, canonical } = await shown(market)
    const linked = dataOf({ data } as never, 'Product')
    expect(html).toMatch(/"@context": ?"https?:\/\/schema\.org\/?"/)
    expect(linked).toMatchObject({ name: product.name })
    expect(linked.description).toContain(product.description)
    expect([linked.image].flat().map(pathOf)).toContain(pathOf(product.images[0].url))
    expect([linked.brand?.name ?? linked.brand]).toEqual([product.brand])
    const [offer] = offersOf(linked)
    expect(Number(offer?.price ?? offer?.lowPrice)).toBe(12.5)
    expect([offer?.priceCurrency, availability(offer)]).toEqual([product.currency, 'InStock'])
    if (offer?.url) expect(offer.url).toBe(canonical)
  })

  it('8.5.5 shows the words that the API shows to whoever runs no script', async () => {
    const { product, text, images } = await shown(await newMarket())
    for (const word of [product.name, product.description, product.shop.name]) expect(text).toContain(word)
    expect(text).toMatch(/12[.,]50/)
    expect(images.map(pathOf)).toContain(pathOf(product.images[0].url))
  })

  it('8.5.5 links to its shop and its category, and shows no telephone of anybody', async () => {
    const { product, hrefs, html } = await shown(await newMarket())
    const paths = hrefs.map(pathOf)
    expect(paths).toEqual(expect.arrayContaining([`/b/${product.shop.slug}`, `/c/${product.category.slug}`]))
    expect(html).not.toMatch(/2438\d{8}/)
  })

  it('8.5.5 says that there is none left, and a price that moved, at the next look', async () => {
    const market = await newMarket({ stock: 1 })
    const before = await shown(market)
    await setPrice(market, '17.35')
    const path = `/products/variants/${market.variantId}/stock`
    ok(await call(market.seller, 'PUT', path, { stock: 0, expectedStock: 1, reason: 'Inventaire' }))
    const after = await shown(market)
    const [offer] = offersOf(dataOf(after, 'Product'))
    expect([Number(offer?.price ?? offer?.lowPrice), availability(offer)]).toEqual([17.35, 'OutOfStock'])
    expect(`${after.meta('og:title')} ${after.meta('og:description')}`).toMatch(/17[.,]35/)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  it('8.5.5 of several variants says the lowest price, and is in stock where one is', async () => {
    const variants = [
      variant({ name: 'Grand', price: '20.00', stock: 0 }),
      variant({ name: 'Petit', price: '9.90', stock: 3 }),
    ]
    const market = await newMarket({}, { variants: JSON.stringify(variants) })
    const { data, meta } = await shown(market)
    const offers = offersOf(dataOf({ data } as never, 'Product'))
    const prices = offers.map((offer) => Number(offer.lowPrice ?? offer.price))
    expect(Math.min(...prices)).toBe(9.9)
    expect(offers.map(availability)).toContain('InStock')
    expect(`${meta('og:title')} ${meta('og:description')}`).toMatch(/9[.,]90/)
  })

  it('8.5.5 in francs says francs', async () => {
    const { data } = await shown(await newMarket({ price: '35000' }, { currency: 'CDF' }))
    const [offer] = offersOf(dataOf({ data } as never, 'Product'))
    expect([Number(offer?.price ?? offer?.lowPrice), offer?.priceCurrency]).toEqual([35000, 'CDF'])
  })
})

const NAMES = [
  `Sac "Kivu" & l'or`,
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</title><b>gras',
  `" onload="alert(1)`,
  '<!-- caché',
  '<!--<script>',
  '&lt;déjà&gt; &amp; &quot;',
  '{{name}} $& $1',
]
describe('a name with signs of HTML', () => {
  it.each(NAMES)('8.5.5 is a name everywhere and nothing else: %s', async (name) => {
    const market = await newMarket({}, { name, brand: name, description: `${name} et ${name}` })
    ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { name: `Chez ${name}` }))
    const { product, html, data, meta, title, text, running } = await shown(market)
    expect(product.name).toBe(name)
    const linked = dataOf({ data } as never, 'Product')
    expect([linked.name, linked.description]).toEqual([name, `${name} et ${name}`])
    expect([meta('og:title')?.includes(name), title.includes(name), text.includes(name)]).toEqual([true, true, true])
    expect(text).toContain(`Chez ${name}`)
    for (const { head, text: inline } of running) expect([head.includes('src='), inline.trim()]).toEqual([true, ''])
    expect(elements(html, 'img').filter(({ src, onerror }) => src === 'x' || onerror !== undefined)).toEqual([])
    expect(html).not.toMatch(/<[a-z][^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*\son\w+\s*=/i)
    expect(html).not.toContain('<b>gras')
    for (const path of [`/b/${product.shop.slug}`, `/c/${product.category.slug}`, '/']) {
      const other = await page(path)
      expect(other.text, path).toContain(name)
      for (const { text: inline } of other.running) expect(inline.trim(), path).toBe('')
      expect(other.html, path).not.toContain('<b>gras')
    }
  })
})
