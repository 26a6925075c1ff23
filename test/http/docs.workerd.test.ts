import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

// Files, which are answered before the Worker is asked.

const open = (path: string) => env.ASSETS.fetch(`http://localhost:8787${path}`, { redirect: 'manual' })

describe('/docs', () => {
  it.each(['/docs', '/docs/guide', '/docs/commandes', '/docs/cles-d-acces', '/docs/essayer', '/office'])(
    '%s is a page at that address, without a detour',
    async (path) => {
      const answer = await open(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
    },
  )

  it('lets nothing in from elsewhere, and asks the service only where operations are tried', async () => {
    const policies = await Promise.all(
      ['/docs', '/docs/commandes', '/docs/essayer'].map(async (path) => {
        const { headers } = await open(path)
        return headers.get('content-security-policy') ?? ''
      }),
    )
    for (const policy of policies) expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policies.map((policy) => policy.includes("connect-src 'self'"))).toEqual([false, false, true])
  })
})
