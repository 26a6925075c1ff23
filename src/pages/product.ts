import { html } from 'hono/html'
import type { ProductView, VariantView } from '#domain/catalogue/products/view.ts'
import { PREVIEW_WIDTH, sizeAt } from '#domain/core/files/media-keys.ts'
import type { showProductPage } from '#domain/office/market/show-product.ts'
import { excerpt } from '#kernel/text.ts'
import type { Html, Page, Preview } from './layout.ts'
import { cards, cheapest, crumbs, crumbsThing, isInStock, money, picturePath, priceOf } from './parts.ts'
import { placeOf } from './place.ts'

/** Variants that a page names; the others stay behind « et d'autres ». */
const MOST_VARIANTS = 30

const UNITS = { piece: 'à la pièce', kg: 'au kilo', liter: 'au litre', pack: 'par paquet' } as const
const STOCK = { true: 'En stock', false: 'Épuisé' } as const
const stockWords = (isThere: boolean) => STOCK[`${isThere}`]

/** The page of a product: picture, name and price first, as a link to it shows them. */
export function productPage(
  { product, shop, others }: Awaited<ReturnType<typeof showProductPage>>,
  origin: string,
): Page {
  const path = `/p/${product.slug}`
  const [price, stock] = [priceOf(product), stockWords(isInStock(product))]
  const way = [{ name: product.category.name, path: `/c/${product.category.slug}` }]
  return {
    title: `${product.name} – ${price}`,
    description: `${stock} · ${shop.name}, ${placeOf(shop.address)} · ${product.description}`,
    path,
    kind: 'product',
    preview: previewOf(product),
    properties: {
      'product:price:amount': cheapest(product).price,
      'product:price:currency': product.currency,
      'product:availability': isInStock(product) ? 'in stock' : 'out of stock',
    },
    things: [productThing(product, origin), crumbsThing([...way, { name: product.name, path }], origin)],
    body: html`${crumbs(way)}<div class="two"><div>${pictures(product)}</div><div><h1>${product.name}</h1><p class="price">${price}</p><p>${stock}</p>${
      product.hasVariants ? variants(product) : ''
    }<p class="words">${product.description}</p>${facts(product)}<div class="box"><a class="shop" href="/b/${shop.slug}">${shop.name}</a><p class="soft">${placeOf(
      shop.address,
    )} · ${shop.isOpen ? 'ouverte en ce moment' : 'fermée en ce moment'}</p></div></div></div>${
      others.length > 0 ? html`<h2>Dans la même boutique</h2>${cards(others)}` : ''
    }`,
  }
}

function previewOf({ images, name }: ProductView): Preview | undefined {
  const [image] = images
  if (!image) return undefined
  const { width, height } = sizeAt({ width: image.width ?? 0, height: image.height ?? 0 }, PREVIEW_WIDTH)
  return { path: picturePath(image.url, 600), alt: name, width: Math.round(width), height: Math.round(height) }
}

const pictures = ({ images, name }: ProductView): Html =>
  html`${images.map(
    ({ url, width, height }, i) =>
      html`<img src="${picturePath(url, 480)}" srcset="${picturePath(url, 480)} 480w, ${picturePath(url, 1080)} 1080w" sizes="(min-width:48rem) 31rem, 94vw" alt="${
        i === 0 ? name : `${name}, photo ${i + 1}`
      }" width="${width ?? 480}" height="${height ?? 480}"${i === 0 ? html` fetchpriority="high"` : html` loading="lazy"`}>`,
  )}`

const nameOf = ({ name, attributes }: VariantView) =>
  excerpt(name ?? (Object.values(attributes ?? {}).join(', ') || 'Standard'), 80)

const variants = ({ variants: all, currency }: ProductView): Html =>
  html`<div class="box"><table>${all
    .slice(0, MOST_VARIANTS)
    .map(
      (each) =>
        html`<tr><th scope="row">${nameOf(each)}</th><td>${money(each.price, currency)}</td><td class="soft">${stockWords(each.stock > 0)}</td></tr>`,
    )}</table>${all.length > MOST_VARIANTS ? html`<p>et ${all.length - MOST_VARIANTS} autres</p>` : ''}</div>`

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
    description: excerpt(product.description, 500),
    image: product.images.map(({ url }) => `${origin}${picturePath(url, 1080)}`),
    category: product.category.name,
    ...(product.brand !== null && { brand: { '@type': 'Brand', name: product.brand } }),
    offers: product.hasVariants ? { ...offer, ...range } : offer,
  }
}
