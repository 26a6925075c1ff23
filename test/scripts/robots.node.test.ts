import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Rule 8.9.3: `robots.txt` lets everything be read but `/api/` beside products, shops, categories, posts and media; pages of one's own
// say noindex. Static pages have a policy of their own: scripts and styles of the own origin. Every policy has `base-uri 'none'`.

const robots = readFileSync('assets/robots.txt', 'utf8')
const headers = readFileSync('assets/_headers', 'utf8')

/** Whether a crawler may read a path, as RFC 9309 says: the longest rule that fits, and the kinder of two as long. */
function mayRead(path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow):\s*(\S+)\s*$/gim)].map(([, verb = '', rule = '']) => ({
    isAllowed: verb.toLowerCase() === 'allow',
    rule,
  }))
  const fits = rules.filter(({ rule }) =>
    new RegExp(`^${rule.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`).test(path),
  )
  fits.sort((a, b) => b.rule.length - a.rule.length || Number(b.isAllowed) - Number(a.isAllowed))
  return fits[0]?.isAllowed ?? true
}

describe('robots.txt', () => {
  it('8.9.3 is for everybody', () => expect(robots).toMatch(/^User-agent: \*$/im))
  it.each([
    ...[
      '/',
      '/docs',
      '/office',
      '/p/cafe',
      '/c/epicerie',
      '/sitemap.xml',
      '/api/v1/products',
      '/api/v1/products/slug/cafe',
    ],
    ...['/api/v1/products/0199/similar', '/api/v1/products?page=2', '/api/v1/seller/shops', '/api/v1/seller/shop/0199'],
    ...[
      '/api/v1/seller/shop/slug/kivu',
      '/api/v1/products/categories',
      '/api/v1/products/categories/0199',
      '/api/v1/blog',
    ],
    ...['/api/v1/blog/slug/un-marche', '/api/v1/media/0199.jpg', '/api/v1/media/0199.jpg?w=160'],
  ])('8.9.3 lets %s be read', (path) => expect(mayRead(path)).toBe(true))
  it.each([
    ...[
      '/api/',
      '/api/v1/auth/me',
      '/api/v1/users/me',
      '/api/v1/orders/0199',
      '/api/v1/cart',
      '/api/v1/deliveries/zones',
    ],
    ...['/api/v1/health', '/api/v1/openapi.json', '/api/v1/config', '/api/v1/plans', '/api/v1/wallet', '/api/v2/users'],
    ...['/api/v1/seller/kyc', '/api/v1/seller/profile/me', '/api/v1/seller/onboarding', '/api/v1/notifications'],
  ])('8.9.3 lets %s not be read', (path) => expect(mayRead(path)).toBe(false))
})

describe('static pages', () => {
  const blocks = headers.split(/\n(?=\S)/)
  const policies = [...headers.matchAll(/^\s+Content-Security-Policy:\s*(.*)$/gim)].map(([, policy = '']) => policy)

  it('8.9.3 each policy has base-uri none, and scripts and styles of the own origin only', () => {
    expect(policies.length).toBeGreaterThan(0)
    for (const policy of policies) {
      expect(policy).toMatch(/base-uri 'none'/)
      expect(policy).toMatch(/script-src 'self'(;|$)/)
      expect(policy).toMatch(/style-src 'self'(;|$)/)
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
    expect(blocks[0]).toMatch(/^\/\*\n/)
  })

  it('8.9.3 the page of the team says noindex, by every address that leads to it', () => {
    const own = blocks.filter((block) => /noindex/.test(block)).map((block) => block.split('\n')[0]?.trim())
    for (const page of readdirSync('assets').filter((name) => name.endsWith('.html'))) {
      const html = readFileSync(`assets/${page}`, 'utf8')
      const isMarked = /<meta name="robots" content="[^"]*noindex/.test(html)
      expect(isMarked || own.includes(`/${page.replace('.html', '')}`), page).toBe(true)
      expect(html).not.toMatch(/<script>|<style|style="|onclick=|<base/)
    }
  })
})
