import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '#http/app-env.ts'
import { cacheForGuests } from '#http/cache.ts'

// docs/conventions.md, Caching.

const app = new Hono<AppEnv>().get('/:status', async (c) => {
  c.header('Vary', 'Origin')
  c.header('Content-Type', 'application/json')
  c.res = c.body('{"a":1}', Number(c.req.param('status')) as 200)
  await cacheForGuests(c)
  return c.res
})
async function read(headers: Record<string, string> = {}, status = 200) {
  const answer = await app.request(`/${status}`, { headers })
  const of = (name: string) => answer.headers.get(name)
  return { status: answer.status, text: await answer.text(), cache: of('cache-control'), etag: of('etag'), of }
}

describe('what guests read', () => {
  it('is kept for 30 seconds, apart for whoever signs in', async () => {
    const { status, text, cache, etag, of } = await read()
    expect({ status, text, cache }).toEqual({ status: 200, text: '{"a":1}', cache: 'public, max-age=30' })
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(of('vary')).toBe('Origin, Authorization, Cookie')
    expect(of('content-type')).toBe('application/json')
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

  it('is not kept where it is refused, and has no tag then', async () => {
    expect(await read({}, 400)).toMatchObject({ status: 400, text: '{"a":1}', cache: null, etag: null })
    expect(await read({}, 201)).toMatchObject({ status: 201, cache: 'public, max-age=30', etag: null })
  })
})

it('whoever sends a token reads what is there now', async () => {
  for (const headers of [
    { authorization: 'Bearer a.b.c' },
    { cookie: '__Host-access=a.b.c' },
    { authorization: 'Bearer a.b.c', 'x-client-type': 'mobile' },
  ])
    expect(await read(headers)).toMatchObject({ status: 200, cache: 'no-store', etag: expect.any(String) })
  for (const headers of [
    { authorization: 'Basic a.b.c' },
    { authorization: 'Bearer a.b' },
    { cookie: '__Host-access=a.b.c', 'x-client-type': 'mobile' },
  ])
    expect((await read(headers)).cache).toBe('public, max-age=30')
})
