import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

const open = (path: string) => exports.default.fetch(new Request(`http://localhost:8787${path}`))

describe('/docs', () => {
  it('is a page whose policy lets nothing in from elsewhere', async () => {
    const answer = await open('/docs')
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
    const html = await answer.text()
    expect(html).not.toMatch(/https?:\/\//)
    // Scripts in the page itself would need a looser policy.
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })

  it('starts from a script that reads the document of this service', async () => {
    const answer = await open('/docs/start.js')
    expect(answer.headers.get('content-type')).toContain('text/javascript')
    expect(await answer.text()).toContain("url: '/api/v1/openapi.json'")
  })
})
