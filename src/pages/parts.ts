import { html } from 'hono/html'
import type { ProductView } from '#domain/catalogue/products/view.ts'
import { PREVIEW_WIDTH, sizeAt } from '#domain/core/files/media-keys.ts'
import { formatMoney } from '#kernel/format.ts'
import { type PriceCurrency, parseAmount } from '#kernel/money.ts'
import { brief, pagesOf, piecesOf } from './bounds.ts'
import type { Html, Preview } from './layout.ts'

/** A page of a list, and whether another one follows. */
export type Listed = { products: ProductView[]; page: number; hasMore: boolean }

/** An amount as people read it: « 12,50 USD ». */
export const money = (amount: string, currency: PriceCurrency) =>
  formatMoney({ amountMinor: parseAmount(amount, currency) ?? 0, currency })

/** The address of a picture from the root, so that the page shows it at whichever host it is read. */
export const picturePath = (url: string, width: 160 | 480 | 600 | 1080) => `${new URL(url).pathname}?w=${width}`

/** The first picture of a product as previews of links show it, if it has one. */
export function previewOf({ images: [image], name }: ProductView): Preview | undefined {
  if (!image) return undefined
  const { width, height } = sizeAt({ width: image.width ?? 0, height: image.height ?? 0 }, PREVIEW_WIDTH)
  return { path: picturePath(image.url, 600), alt: name, width: Math.round(width), height: Math.round(height) }
}

/** The variant that costs least; every product has one at least. */
export const cheapest = ({ variants }: ProductView) =>
  variants.reduce((least, each) => (Number(each.price) < Number(least.price) ? each : least))

export const isInStock = ({ variants }: ProductView) => variants.some(({ stock }) => stock > 0)

/** The price of a product: « 12,50 USD », or « dès 12,50 USD » if its variants differ. */
export function priceOf(product: ProductView): string {
  const { price } = cheapest(product)
  const words = money(price, product.currency)
  return product.variants.some((each) => each.price !== price) ? `dès ${words}` : words
}

function card(product: ProductView, index: number): Html {
  const [image] = product.images
  return html`<li><a href="/p/${product.slug}"><div class="at">${
    image
      ? html`<img src="${picturePath(image.url, 480)}" srcset="${picturePath(image.url, 160)} 160w, ${picturePath(image.url, 480)} 480w" sizes="10rem" alt="" width="240" height="240"${index > 3 ? html` loading="lazy"` : ''}>`
      : ''
  }</div><p class="name">${brief(product.name, 80, 160)}</p><p><b>${priceOf(product)}</b>${isInStock(product) ? '' : html`<span class="soft">Épuisé</span>`}</p></a></li>`
}

export const cards = (products: ProductView[]): Html =>
  products.length > 0
    ? html`<ul class="cards">${products.map(card)}</ul>`
    : html`<p class="soft">Rien n'est en vente ici pour le moment.</p>`

/** Links to the pages before and after. */
export const turns = (path: string, page: number, hasMore: boolean): Html | '' =>
  page > 1 || hasMore
    ? html`<nav class="pages" aria-label="Pages">${
        page > 1 ? html`<a rel="prev" href="${pagePath(path, page - 1)}">Page précédente</a>` : ''
      }${hasMore ? html`<a rel="next" href="${pagePath(path, page + 1)}">Page suivante</a>` : ''}</nav>`
    : ''

/** A person's text, by pages: where others stand beside it, a long one goes on at the next page. */
export const wordsPages = (text: string): Html[] =>
  pagesOf(
    piecesOf(text, (part) => html`<p class="words">${part.trim()}</p>`, 2400),
    2400,
  )

/** The title of a page, different for each page of a list or a text. */
export const titleOf = (title: string, page: number) => (page === 1 ? title : `${title} (page ${page})`)

/** The address of a page of a list; the first one is the list's own. */
export const pagePath = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`)

/** The rating of a product or a shop in words, if there is one. */
export const ratingWords = ({ average, count }: ProductView['rating']): Html | '' =>
  average === null ? '' : html`<p class="soft">Note : ${String(average).replace('.', ',')} sur 5 (${count} avis)</p>`
/** The rating of a product or a shop, for robots. */
export const ratingThing = ({ average, count }: ProductView['rating']) =>
  average !== null && {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count },
  }

export type Crumb = { name: string; path: string }

export const crumbs = (way: Crumb[]): Html =>
  html`<nav class="crumbs" aria-label="Vous êtes ici"><ol><li><a href="/">Accueil</a></li>${way.map(
    ({ name, path }) => html`<li><a href="${path}">${name}</a></li>`,
  )}</ol></nav>`

/** The way to a page, for search engines. */
export const crumbsThing = (way: Crumb[], origin: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Accueil', path: '/' }, ...way].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: origin + path,
  })),
})
