import { html, raw } from 'hono/html'
import { excerpt } from '#kernel/text.ts'
import { STYLE } from './style.ts'

export type Html = ReturnType<typeof html>

/** A picture as robots show it beside a link: its address from the root, and its size in pixels where it is known. */
export type Preview = { path: string; alt: string; width?: number; height?: number }

/** A page: what stands in it, and what search engines and previews of links read. */
export type Page = {
  title: string
  description: string
  /** The address that names this page, from the root. */
  path: string
  kind?: 'website' | 'product' | 'article'
  preview?: Preview | undefined
  /** More properties of Open Graph, by their names. */
  properties?: Record<string, string>
  /** Things of schema.org that the page tells of. */
  things?: object[]
  isHidden?: boolean
  lang?: string
  body: Html
}

/** Data within a page: no text in it can end its element. */
const linkedData = (thing: object) =>
  html`<script type="application/ld+json">${raw(JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c'))}</script>`

const property = (name: string, content: string | number) =>
  html`<meta property="${name}" content="${String(content)}">`

const previewOf = (origin: string, { path, alt, width, height }: Preview) =>
  html`${property('og:image', origin + path)}${property('og:image:alt', alt)}${
    width && height ? [property('og:image:width', width), property('og:image:height', height)] : ''
  }<meta name="twitter:card" content="summary_large_image">`

const robotsRead = (page: Page, origin: string) =>
  html`<link rel="canonical" href="${origin + page.path}">${property('og:site_name', 'Soko')}${property('og:locale', page.lang === 'en' ? 'en_GB' : 'fr_FR')}${property(
    'og:type',
    page.kind ?? 'website',
  )}${property('og:title', page.title)}${property('og:description', excerpt(page.description, 200))}${property('og:url', origin + page.path)}${
    page.preview ? previewOf(origin, page.preview) : html`<meta name="twitter:card" content="summary">`
  }${Object.entries(page.properties ?? {}).map(([name, content]) => property(name, content))}${(page.things ?? []).map(linkedData)}`

/** Writes a page with its head and its frame. `origin` is the address of the service, which every absolute address begins with. */
export const layout = (page: Page, origin: string) =>
  html`<!doctype html><html lang="${page.lang ?? 'fr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${page.title}${page.path === '/' ? '' : ' · Soko'}</title><meta name="description" content="${excerpt(page.description, 160)}"><link rel="icon" href="data:,">${
    page.isHidden ? html`<meta name="robots" content="noindex">` : robotsRead(page, origin)
  }<style>${raw(STYLE)}</style></head><body><a class="skip" href="#contenu">Aller au contenu</a><header><a class="brand" href="/">Soko</a></header><main id="contenu">${page.body}</main><footer><p>Soko, le marché en ligne de la RD Congo et du Rwanda. On paie par mobile money.</p><a href="/developpeurs">Pour les développeurs</a></footer></body></html>`
