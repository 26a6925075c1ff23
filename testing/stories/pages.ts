import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { call } from '#testing/api.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { type Data, ok } from '#testing/stories/orders.ts'

const ORIGIN = 'http://localhost:8787'

/** A page as a browser gets it. */
export async function page(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await exports.default.fetch(new Request(ORIGIN + path, { headers, method, redirect: 'manual' }))
  const of = (name: string) => answer.headers.get(name)
  return { status: answer.status, text: await answer.text(), of }
}

const decoded = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name as 'amp'],
  )

/** Reads the head of a page as robots do: its properties by their names, and things by their types. */
export function robotsRead(html: string): Data {
  const metas = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)]
  const things = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  )
  return {
    ...Object.fromEntries(metas.map(([, name, content = '']) => [name, decoded(content)])),
    title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: decoded(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1] ?? ''),
    things: Object.fromEntries(things.map((thing) => [thing['@type'], thing])),
  }
}

/** A market whose product, shop and category have pages. */
export async function newPages(fields: Record<string, string> = {}) {
  const market = await newMarket({}, fields)
  const product = ok(await call(null, 'GET', `/products/${market.productId}`))
  expect(product.slug).toBeTruthy()
  return {
    ...market,
    product,
    paths: { product: `/p/${product.slug}`, shop: `/b/${product.shop.slug}`, category: `/c/${product.category.slug}` },
  }
}
