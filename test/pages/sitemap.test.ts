import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { ok } from '#testing/stories/orders.ts'
import { newPages, page } from '#testing/stories/pages.ts'

// Rules 8.5.5 and 8.9.3: `/sitemap.xml` and `/robots.txt`, public and cached.

const ORIGIN = 'http://localhost:8787'
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
/** All addresses of all parts. */
async function everything(): Promise<string[]> {
  const parts = addresses((await page('/sitemap.xml')).text)
  const found: string[] = []
  for (const part of parts) {
    const { status, text, of } = await page(part.replace(ORIGIN, ''))
    expect([status, of('content-type')], part).toEqual([200, 'application/xml; charset=utf-8'])
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><urlset /)
    found.push(...addresses(text))
  }
  return found
}

describe('the sitemap', () => {
  it('8.5.5 leads to all that guests see, once each, and to nothing that is taken down', async () => {
    const first = await newPages()
    const second = await newPages()
    const paths = [first, second].flatMap((each) => Object.values(each.paths))
    const found = await everything()
    expect(found).toEqual(expect.arrayContaining(['/', ...paths].map((path) => ORIGIN + path)))
    expect(new Set(found).size).toBe(found.length)
    for (const address of found) expect((await page(address.replace(ORIGIN, ''))).status, address).toBe(200)
    const staff = await signUp('ADMIN')
    const reason = 'Une raison assez longue.'
    ok(await call(staff, 'POST', `/moderation/products/${first.product.id}/takedown`, { reason }))
    ok(await call(staff, 'POST', `/seller/shop/${second.seller.shopId}/suspend`, { reason }))
    const left = await everything()
    for (const path of [first.paths.product, second.paths.product, second.paths.shop])
      expect(left).not.toContain(ORIGIN + path)
    expect(left).toContain(ORIGIN + first.paths.shop)
  })

  it('8.5.1 is kept like everything public', async () => {
    for (const path of ['/sitemap.xml', '/sitemap/pages.xml', '/robots.txt']) {
      const { of, status } = await page(path)
      expect([status, of('cache-control'), of('vary')], path).toEqual([200, 'public, max-age=30', null])
    }
  })
})

it('8.9.3 robots.txt leads to the sitemap, and lets pages and public reads be read', async () => {
  const { text, of } = await page('/robots.txt')
  expect(of('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toContain('\nDisallow: /api/\n')
  expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})
