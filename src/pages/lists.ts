import { html } from 'hono/html'
import type { showCategoryPage } from '#domain/office/market/show-category.ts'
import type { showHome } from '#domain/office/market/show-home.ts'
import { fail } from '#kernel/failure.ts'
import { pagesOf } from './bounds.ts'
import type { Page, Preview } from './layout.ts'
import { cards, crumbs, crumbsThing, type Listed, pagePath, previewOf, titleOf, turns } from './parts.ts'

/** The picture of the first product that has one stands for the list. */
function firstPreview({ products }: Listed): Preview | undefined {
  const first = products.find(({ images }) => images.length > 0)
  return first && previewOf(first)
}

/** Most bytes of the categories on one page. */
const MOST_BYTES = 6000

/**
 * The first page of the market: its categories and what is new. The next ones have more categories.
 * @throws 404 for a page that it has not
 */
export function homePage(
  { home, page }: { home: Awaited<ReturnType<typeof showHome>>; page: number },
  origin: string,
): Page {
  const { categories, ...listed } = home
  const links = pagesOf(
    categories.map(({ name, slug }) => html`<li><a href="/c/${slug}">${name}</a></li>`),
    MOST_BYTES,
  )
  const shown = links[page - 1] ?? (page === 1 ? '' : fail('NOT_FOUND'))
  return {
    title: titleOf('Soko, le marché en ligne', page),
    description:
      'Les boutiques de la RD Congo et du Rwanda : prix en dollars ou en francs, paiement par mobile money, livraison.',
    path: pagePath('/', page),
    preview: firstPreview(listed),
    things: [
      { '@type': 'Organization', name: 'Soko', url: `${origin}/` },
      { '@type': 'WebSite', name: 'Soko', url: `${origin}/`, inLanguage: 'fr' },
    ],
    body: html`<h1>Le marché en ligne</h1>${
      shown && html`<nav aria-label="Rayons"><ul class="links">${shown}</ul></nav>`
    }${turns('/', page, page < links.length)}${page === 1 ? html`<h2>Nouveautés</h2>${cards(listed.products)}` : ''}`,
  }
}

/** One page of a category: what is new in it. @throws 404 for a page that it has not */
export function categoryPage(
  { category, ...listed }: Awaited<ReturnType<typeof showCategoryPage>>,
  origin: string,
): Page {
  const { name, subcategories } = category
  const { products, page, hasMore } = listed
  if (page > 1 && products.length === 0) fail('NOT_FOUND')
  const path = `/c/${category.slug}`
  return {
    title: titleOf(name, page),
    description: `${name} sur Soko${subcategories.length > 0 ? ` : ${subcategories.map((each) => each.name).join(', ')}` : ''}.`,
    path: pagePath(path, page),
    preview: firstPreview(listed),
    things: [crumbsThing([{ name, path }], origin)],
    body: html`${crumbs([])}<h1>${name}</h1>${cards(products)}${turns(path, page, hasMore)}`,
  }
}
