import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import type { AppEnv } from '#http/app-env.ts'
import { letCachesKeep, tagsIn } from '#http/cache.ts'
import type { Operation } from '#http/operation.ts'

// docs/conventions.md, Caching.

const [ID, PICTURE] = ['01a2321e-bd08-706c-8a49-960bc17c2d2c', 'product-01a2321e-bd08-7728-8fd0-1f3676c2d82b.jpg']
const TEXT = JSON.stringify({ id: ID, image: `/media/${PICTURE}` })

async function read(headers: Record<string, string> = {}, { status = 200, knowsCaller = false, isKnown = false } = {}) {
  const app = new Hono<AppEnv>().get('/', async (c) => {
    c.set('ctx', { caller: { kind: isKnown ? 'person' : 'guest' } } as Ctx)
    c.header('Vary', 'Origin')
    c.header('RateLimit', '"public";r=1;t=1')
    c.header('Set-Cookie', 'a=b')
    c.header('Content-Type', 'application/json')
    c.res = c.body(TEXT, status as 200)
    await letCachesKeep(c, { knowsCaller } as Operation)
    return c.res
  })
  const answer = await app.request('/', { headers })
  const of = (name: string) => answer.headers.get(name)
  return { status: answer.status, text: await answer.text(), cache: of('cache-control'), etag: of('etag'), of }
}

describe('an answer that is the same for everybody', () => {
  it('is kept by phones for 30 seconds and by the edge for 90, and says what stands in it', async () => {
    const { status, text, cache, etag, of } = await read()
    expect({ status, text, cache }).toEqual({ status: 200, text: TEXT, cache: 'public, max-age=30' })
    expect(of('cloudflare-cdn-cache-control')).toBe('public, max-age=30, stale-while-revalidate=60, stale-if-error=600')
    expect(of('cache-tag')).toBe('960bc17c2d2c,1f3676c2d82b')
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(of('vary')).toBe('Origin')
  })

  it('has no header of one request', async () => {
    const { of } = await read()
    expect([of('set-cookie'), of('ratelimit')]).toEqual([null, null])
  })

  it('is 304 while it is the same, also among other tags and weak ones', async () => {
    const { etag } = await read()
    for (const known of [`${etag}`, `"other", ${etag}`, `W/${etag}`]) {
      const { status, text, of, cache } = await read({ 'if-none-match': known })
      expect({ status, text, cache, tag: of('etag'), type: of('content-type') }).toEqual({
        status: 304,
        text: '',
        cache: 'public, max-age=30',
        tag: etag,
        type: null,
      })
    }
    for (const known of ['"other"', 'other', '', `${etag}`.replaceAll('"', '')])
      expect((await read({ 'if-none-match': known })).status, known).toBe(200)
  })

  it('is kept by nobody if it is refused', async () => {
    for (const status of [400, 404, 429, 503])
      expect(await read({}, { status })).toMatchObject({ cache: null, etag: null })
  })
})

describe('an answer that shows more to whom it knows', () => {
  it('is kept for guests, apart from those who bring a token', async () => {
    const { cache, of } = await read({}, { knowsCaller: true })
    expect([cache, of('vary')]).toEqual(['public, max-age=30', 'Origin, Authorization, Cookie'])
  })

  it('is kept by nobody for a person, and bears no tag', async () => {
    const { cache, of } = await read({}, { knowsCaller: true, isKnown: true })
    expect([cache, of('cloudflare-cdn-cache-control'), of('cache-tag')]).toEqual(['private, no-store', null, null])
  })
})

it('a thousand tags are the most, and one stands once', () => {
  expect(tagsIn(`${ID} ${ID}`)).toEqual(['960bc17c2d2c'])
  expect(tagsIn(Array.from({ length: 1200 }, () => crypto.randomUUID()).join())).toHaveLength(1000)
})
