// A page as a phone or a crawler reads it, without running anything: for the tests of share pages.
import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'

export const SITE = 'http://localhost:8787'
export const FOR_PHONES = 'public, max-age=30'
export const FOR_THE_EDGE = 'public, max-age=30, stale-while-revalidate=60, stale-if-error=600'

export const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  exports.default.fetch(
    new Request(path.startsWith('http') ? path : `${SITE}${path}`, { method, headers, redirect: 'manual' }),
  )

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }
export const unescaped = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, digits?: string, name?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return digits ? String.fromCodePoint(Number(digits)) : (ENTITIES[(name ?? '').toLowerCase()] ?? whole)
  })

type Attributes = Record<string, string>
/** The attributes of each element of a name. */
export const elements = (html: string, name: string): Attributes[] =>
  [...html.matchAll(new RegExp(`<${name}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'gi'))].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(/([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)].map(
        ([, key = '', double, single, bare]) => [key.toLowerCase(), unescaped(double ?? single ?? bare ?? '')],
      ),
    ),
  )
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi

/** A page's words about itself, to those who show a link to it. */
export function read(html: string) {
  const metas = elements(html, 'meta')
  const links = elements(html, 'link')
  const scripts = [...html.matchAll(SCRIPT)].map(([, head = '', text = '']) => ({ head, text }))
  const isData = ({ head }: { head: string }) => head.includes('application/ld+json')
  return {
    title: unescaped(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1] ?? ''),
    language: elements(html, 'html')[0]?.lang,
    /** The content of a meta element, by its property or name. */
    meta: (name: string) => metas.find((one) => one.property === name || one.name === name)?.content,
    canonical: links.find(({ rel }) => rel === 'canonical')?.href,
    // biome-ignore lint/suspicious/noExplicitAny: linked data has no schema here; tests read into it freely.
    data: scripts.filter(isData).flatMap(({ text }): any[] => {
      const parsed = JSON.parse(text)
      return Array.isArray(parsed) ? parsed : (parsed['@graph'] ?? [parsed])
    }),
    /** Scripts that a browser would run. */
    running: scripts.filter((one) => !isData(one)),
    hrefs: elements(html, 'a').flatMap(({ href }) => (href ? [href] : [])),
    images: elements(html, 'img').flatMap(({ src }) => (src ? [src] : [])),
    /** The words that a person reads, without running anything. */
    text: unescaped(
      html
        .replace(SCRIPT, ' ')
        .replace(/<style[\s\S]*?<\/style>/gi, ' ')
        .replace(/<head[\s\S]*?<\/head>/i, ' ')
        .replace(/<[^>]*>/g, ' '),
    ),
  }
}

/** A page that is there, and what it says. */
export async function page(path: string, headers?: Record<string, string>) {
  const response = await get(path, headers)
  const html = await response.text()
  expect(response.status, `${path}: ${html.slice(0, 200)}`).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html; *charset=utf-8$/i)
  return { html, headers: response.headers, ...read(html) }
}
/** The linked data of a type that a page carries. */
export const dataOf = ({ data }: ReturnType<typeof read>, type: string) => data.find((one) => one['@type'] === type)

/** Fails where a page is there. */
export async function expectNoPage(...paths: string[]): Promise<void> {
  for (const path of paths) {
    const { status, headers } = await get(path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
  }
}
/** The path of an address of our own. */
export const pathOf = (address: string) => new URL(address, SITE).pathname
