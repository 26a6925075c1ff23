import { html, raw } from 'hono/html'
import type { Findable } from '#domain/office/market/sitemap.ts'
import { iso } from '#kernel/time.ts'

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = raw('<?xml version="1.0" encoding="UTF-8"?>')

/** The list of the parts of the sitemap. */
export const sitemapIndex = (parts: number, origin: string) =>
  html`${HEAD}<sitemapindex xmlns="${SCHEMA}">${['pages', ...Array.from({ length: parts }, (_, i) => i + 1)].map(
    (name) => html`<sitemap><loc>${origin}/sitemap/${String(name)}.xml</loc></sitemap>`,
  )}</sitemapindex>`

/** One part of the sitemap. */
export const sitemapPart = (pages: Findable[], origin: string) =>
  html`${HEAD}<urlset xmlns="${SCHEMA}">${pages.map(
    ({ path, changedAt }) =>
      html`<url><loc>${origin + path}</loc>${changedAt === null ? '' : html`<lastmod>${iso(changedAt)}</lastmod>`}</url>`,
  )}</urlset>`
