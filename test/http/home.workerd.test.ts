import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { app } from '#src/app.ts'
import { call, guest } from '#testing/api.ts'
import { REAL } from '#testing/fixtures/production.ts'

const PAGE = '/developpeurs'
const SANDBOX = 'http://localhost:8788'

/** The page at an address, as the Worker of a mode answers it. */
function visit(path: string, vars: Record<string, unknown> = {}, method = 'GET') {
  const worker = { ...env, ...vars } as typeof env
  return app.fetch(new Request(`http://localhost:8787${path}`, { method }), worker, createExecutionContext())
}
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)

describe('the page for developers', () => {
  it('leads in development to the documents, the typed client and the sandbox', async () => {
    const answer = await visit(PAGE, { MODE: 'development', EMAIL_BASE_URL: SANDBOX })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    const html = await answer.text()
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('src/client.ts')
    expect(html).toContain('npm run client:pack')
    expect(html).toContain('@demo.test')
    expect(linksIn(html)).toEqual(
      expect.arrayContaining(['/docs', '/api/v1/openapi.json', SANDBOX, `${SANDBOX}/account`]),
    )
  })

  it('shows nothing of development anywhere else', async () => {
    const live = { STAFF_MFA: 'required', ...REAL }
    for (const vars of [{ EMAIL_BASE_URL: '', ...live }, { EMAIL_BASE_URL: SANDBOX, ...live }, {}]) {
      const answer = await visit(PAGE, vars)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(linksIn(html)).toEqual(['data:,', '/docs', '/api/v1/openapi.json', '/office'])
      expect(html).not.toContain(SANDBOX)
      expect(html).not.toContain('@demo.test')
    }
  })

  it('links to what is there', async () => {
    const paths = linksIn(await (await visit(PAGE)).text()).filter((link) => link?.startsWith('/'))
    expect(paths).toContain('/docs')
    for (const path of paths) {
      // A file is answered before the Worker is asked.
      const file = await env.ASSETS.fetch(`http://localhost:8787${path}`, { redirect: 'manual' })
      expect(file.ok ? 200 : (await visit(path ?? '')).status, path).toBe(200)
    }
  })

  it('has the headers of every answer, and runs nothing', async () => {
    const [first, answer] = [await visit(PAGE), await visit('/api/v1/health')]
    for (const name of ['strict-transport-security', 'x-content-type-options', 'referrer-policy'])
      expect(first.headers.get(name), name).toBe(answer.headers.get(name))
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await first.text()).not.toContain('<script')
  })

  it('answers HEAD, and is no operation of the API', async () => {
    expect((await visit(PAGE, {}, 'HEAD')).status).toBe(200)
    expect((await visit(PAGE, {}, 'POST')).status).toBe(404)
    const document = await (await visit('/api/v1/openapi.json')).json<{ paths: object }>()
    expect(Object.keys(document.paths)).not.toContain(PAGE)
    expect((await call(guest, 'GET', PAGE)).status).toBe(404)
  })
})

describe("a page of the team's office whose address has no #", () => {
  const leads = async (path: string) => {
    const { status, headers } = await visit(path)
    return [status, headers.get('location')]
  }

  it('leads to the one that it means, with what was searched there', async () => {
    expect(await leads('/office/commandes')).toEqual([302, '/office#/commandes'])
    expect(await leads('/office/commandes/01a1-9?q=SK%20%26&etat=PAID')).toEqual([
      302,
      '/office#/commandes/01a1-9?q=SK%20%26&etat=PAID',
    ])
    expect(await leads('/office/%0d%0aSet-Cookie:x')).toEqual([302, '/office#/%0d%0aSet-Cookie:x'])
    expect(await leads('/office//example')).toEqual([302, '/office#//example'])
  })

  it('runs nothing itself: the page has its own headers', async () => {
    const { headers } = await visit('/office/commandes')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('is no file of the page, and nothing is sent to it', async () => {
    expect((await visit('/office/autre.js')).status).toBe(404)
    expect((await visit('/office/commandes', {}, 'POST')).status).toBe(404)
    expect((await visit('/officer')).status).toBe(404)
  })
})
