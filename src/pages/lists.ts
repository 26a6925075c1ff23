import { html } from 'hono/html'
import type { showCategoryPage } from '#domain/office/market/show-category.ts'
import type { showHome } from '#domain/office/market/show-home.ts'
import type { Page, Preview } from './layout.ts'
import { crumbs, crumbsThing, type Listed, list, pagePath, picturePath } from './parts.ts'

/** The picture of the first product that has one stands for the list. */
function previewOf({ products }: Listed): Preview | undefined {
  const first = products.find(({ images }) => images.length > 0)
  const url = first?.images[0]?.url
  return first && url ? { path: picturePath(url, 600), alt: first.name } : undefined
}

/** The first page of the market: its categories and what is new. */
export const homePage = ({ categories, ...listed }: Awaited<ReturnType<typeof showHome>>, origin: string): Page => ({
  title: 'Soko, le marché en ligne',
  description:
    'Les boutiques de la RD Congo et du Rwanda : prix en dollars ou en francs, paiement par mobile money, livraison.',
  path: '/',
  preview: previewOf(listed),
  things: [
    { '@type': 'Organization', name: 'Soko', url: `${origin}/` },
    { '@type': 'WebSite', name: 'Soko', url: `${origin}/`, inLanguage: 'fr' },
  ],
  body: html`<h1>Le marché en ligne</h1><nav aria-label="Rayons"><ul class="links">${categories.map(
    ({ name, slug }) => html`<li><a href="/c/${slug}">${name}</a></li>`,
  )}</ul></nav><h2>Nouveautés</h2>${list({ ...listed, hasMore: false }, '/')}`,
})

/** The page of a category: what is new in it. */
export function categoryPage(
  { category, ...listed }: Awaited<ReturnType<typeof showCategoryPage>>,
  origin: string,
): Page {
  const { name, subcategories } = category
  const path = `/c/${category.slug}`
  return {
    title: name,
    description: `${name} sur Soko${subcategories.length > 0 ? ` : ${subcategories.map((each) => each.name).join(', ')}` : ''}.`,
    path: pagePath(path, listed.page),
    preview: previewOf(listed),
    things: [crumbsThing([{ name, path }], origin)],
    body: html`${crumbs([])}<h1>${name}</h1>${list(listed, path)}`,
  }
}
