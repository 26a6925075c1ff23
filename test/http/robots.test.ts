import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { addPaper } from '#testing/fixtures/kyc.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { UNKNOWN } from '#testing/stories/catalogue.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw, routes } from '#testing/stories/readers.ts'

// Rule 8.9.3: pages of one's own say noindex, others do not; static pages have a policy of their own: scripts and styles of the own origin; every policy
// has `base-uri 'none'`. What the Worker itself answers; robots.txt and the static pages are files.

clockGoesOn()

const get = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(`http://localhost:8787${path}`, init))
const policyOf = (headers: Headers) => headers.get('content-security-policy')

describe('every policy', () => {
  it('8.9.3 has base-uri none: pages, answers, refusals, pictures, papers', async () => {
    const market = await newMarket()
    const { images } = ok(await call(null, 'GET', `/products/${market.productId}`))
    const seller = await newSeller()
    await call(seller, 'PUT', '/seller/kyc', { legalName: 'Aline Mapendo' })
    const { documents } = ok(await addPaper(seller, 'SELFIE'))
    const paths = [
      '/',
      '/docs',
      '/nowhere',
      '/api/v1/nowhere',
      '/api/v1/health',
      '/api/v1/openapi.json',
      '/api/v1/products',
    ]
    paths.push(new URL(images[0].url).pathname, `/api/v1/media/${UNKNOWN}`, '/api/v1/users/me')
    const missed: string[] = []
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const { headers } = await get(path, { method })
        const policy = policyOf(headers)
        if (policy !== null && !/(^|; ?)base-uri 'none'(;|$)/.test(policy)) missed.push(`${method} ${path}: ${policy}`)
        if (policy === null && headers.get('content-type')?.includes('html')) missed.push(`${method} ${path}: none`)
      }
    }
    expect(missed).toEqual([])
    const paper = await askRaw(seller, 'GET', `/seller/kyc/documents/${documents[0].id}`)
    expect(policyOf(paper.headers)).toMatch(/base-uri 'none'/)
  })

  it('8.9.3 holds for every operation that is read', async () => {
    const admin = await signUp('ADMIN')
    const missed: string[] = []
    for (const { path } of routes.filter(({ method, path: at }) => method === 'GET' && !at.endsWith('/live'))) {
      const { headers } = await askRaw(admin, 'GET', path.replace('/api/v1', '').replace(/:\w+/g, UNKNOWN))
      const policy = policyOf(headers)
      if (policy !== null && !policy.includes("base-uri 'none'")) missed.push(`${path}: ${policy}`)
    }
    expect(missed).toEqual([])
  })
})

describe('what everybody sees', () => {
  it('8.9.3 is not kept from being found', async () => {
    const market = await newMarket()
    const { images } = ok(await call(null, 'GET', `/products/${market.productId}`))
    for (const path of [
      '/api/v1/products',
      `/api/v1/products/${market.productId}`,
      '/api/v1/seller/shops',
      '/api/v1/products/categories',
      '/api/v1/blog',
      new URL(images[0].url).pathname,
    ])
      expect((await get(path)).headers.get('x-robots-tag') ?? '', path).not.toContain('noindex')
  })
})
