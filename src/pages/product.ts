import { html } from 'hono/html'
import type { ProductView, VariantView } from '#domain/catalogue/products/view.ts'
import type { showProductPage } from '#domain/office/market/show-product.ts'
import type { PublicShopView } from '#domain/shops/shops/view.ts'
import { fail } from '#kernel/failure.ts'
import { excerpt } from '#kernel/text.ts'
import { brief, pagesOf } from './bounds.ts'
import type { Html, Page } from './layout.ts'
import {
  cards,
  cheapest,
  crumbs,
  crumbsThing,
  isInStock,
  money,
  pagePath,
  picturePath,
  previewOf,
  priceOf,
  ratingThing,
  ratingWords,
  titleOf,
  turns,
  wordsPages,
} from './parts.ts'
import { placeOf } from './place.ts'

/** Most bytes of the variants on one page. */
const MOST_BYTES = 4000

const UNITS = { piece: 'à la pièce', kg: 'au kilo', liter: 'au litre', pack: 'par paquet' } as const
const STOCK = { true: 'En stock', false: 'Épuisé' } as const
const stockWords = (isThere: boolean) => STOCK[`${isThere}`]

/**
 * One page of a product: picture, name and price first, as a link to it shows them. The next ones have more variants and more of a long text.
 * @throws 404 for a page that it has not
 */
export function productPage(
  { read, page }: { read: Awaited<ReturnType<typeof showProductPage>>; page: number },
  origin: string,
): Page {
  const { product, shop, others } = read
  const path = `/p/${product.slug}`
  const [price, stock] = [priceOf(product), stockWords(isInStock(product))]
  const way = [{ name: product.category.name, path: `/c/${product.category.slug}` }]
  const [rows, texts] = [variantsPages(product), wordsPages(product.description)]
  const pages = Math.max(rows.length, texts.length, 1)
  if (page < 1 || page > pages) fail('NOT_FOUND')
  const words = html`<h1>${product.name}</h1><p class="price">${price}</p><p>${stock}</p>${ratingWords(product.rating)}${
    rows[page - 1] ? html`<div class="box"><table>${rows[page - 1]}</table></div>` : ''
  }${texts[page - 1] ?? ''}${turns(path, page, page < pages)}`
  const crumb = crumbsThing([...way, { name: product.name, path }], origin)
  return {
    title: titleOf(`${product.name} – ${price}`, page),
    description: `${stock} · ${shop.name}, ${placeOf(shop.address)} · ${product.description}`,
    path: pagePath(path, page),
    kind: 'product',
    preview:
      previewOf(product) ?? (shop.logoUrl ? { path: picturePath(shop.logoUrl, 600), alt: shop.name } : undefined),
    properties: {
      'product:price:amount': cheapest(product).price,
      'product:price:currency': product.currency,
      'product:availability': isInStock(product) ? 'in stock' : 'out of stock',
    },
    things: page === 1 ? [productThing(product, origin), crumb] : [crumb],
    body: html`${crumbs(way)}${
      page > 1
        ? words
        : html`<div class="two"><div>${pictures(product)}</div><div>${words}${facts(product)}${seller(shop)}</div></div>${
            others.length > 0 ? html`<h2>Dans la même boutique</h2>${cards(others)}` : ''
          }`
    }`,
  }
}

const seller = (shop: PublicShopView): Html =>
  html`<div class="box"><a class="shop" href="/b/${shop.slug}">${shop.name}</a><p class="soft">${placeOf(
    shop.address,
  )} · ${shop.isOpen ? 'ouverte en ce moment' : 'fermée en ce moment'}</p></div>`

const pictures = ({ images, name }: ProductView): Html =>
  html`${images.map(
    ({ url, width, height }, i) =>
      html`<img src="${picturePath(url, 480)}" srcset="${picturePath(url, 480)} 480w, ${picturePath(url, 1080)} 1080w" sizes="(min-width:48rem) 31rem, 94vw" alt="${
        i === 0 ? name : `${brief(name, 60, 90)}, photo ${i + 1}`
      }" width="${width ?? 480}" height="${height ?? 480}"${i === 0 ? html` fetchpriority="high"` : html` loading="lazy"`}>`,
  )}`

const nameOf = ({ name, attributes }: VariantView) =>
  excerpt(name ?? (Object.values(attributes ?? {}).join(', ') || 'Standard'), 80)

const variantsPages = ({ variants, hasVariants, currency }: ProductView): Html[] =>
  pagesOf(
    (hasVariants ? variants : []).map(
      (each) =>
        html`<tr><th scope="row">${nameOf(each)}</th><td>${money(each.price, currency)}</td><td class="soft">${stockWords(each.stock > 0)}</td></tr>`,
    ),
    MOST_BYTES,
  )

const facts = ({ brand, unit, weightGrams }: ProductView): Html =>
  html`<p class="soft">Vendu ${UNITS[unit]}${
    weightGrams === null ? '' : ` · ${weightGrams} g`
  }${brand === null ? '' : ` · Marque : ${brand}`}</p>`

function productThing(product: ProductView, origin: string) {
  const { currency, variants, shop } = product
  const dearest = variants.reduce((most, each) => (Number(each.price) > Number(most.price) ? each : most))
  const offer = {
    '@type': 'Offer',
    price: cheapest(product).price,
    priceCurrency: currency,
    availability: `https://schema.org/${isInStock(product) ? 'InStock' : 'OutOfStock'}`,
    url: `${origin}/p/${product.slug}`,
    seller: { '@type': 'Organization', name: shop.name, url: `${origin}/b/${shop.slug}` },
  }
  const range = {
    '@type': 'AggregateOffer',
    lowPrice: offer.price,
    highPrice: dearest.price,
    offerCount: variants.length,
  }
  return {
    '@type': 'Product',
    name: product.name,
    description: brief(product.description, 500, 1000),
    image: product.images.map(({ url }) => `${origin}${picturePath(url, 1080)}`),
    category: product.category.name,
    ...(product.brand !== null && { brand: { '@type': 'Brand', name: product.brand } }),
    ...ratingThing(product.rating),
    offers: product.hasVariants ? { ...offer, ...range } : offer,
  }
}
