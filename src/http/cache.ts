import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { accessTokenOf } from './session.ts'

/**
 * Lets guests' caches keep an answer for 30 seconds; then they ask again with its ETag and get 304 if it is unchanged.
 * A request with a token of ours is never kept, even if the operation needs no sign-in; a refusal gets no such header.
 */
export async function cacheForGuests(c: Context<AppEnv>): Promise<void> {
  await tag(c)
  c.header('Vary', 'Authorization, Cookie', { append: true })
  if (accessTokenOf(c) !== undefined) c.header('Cache-Control', 'no-store')
  else if (c.res.status < 400) c.header('Cache-Control', 'public, max-age=30')
}

/** Gives a 200 its ETag. The answer is read once: Hono's own ETag copies the whole answer first. */
async function tag(c: Context<AppEnv>): Promise<void> {
  if (c.res.status !== 200) return
  const { headers } = c.res
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  const isKnown = c.req
    .header('if-none-match')
    ?.match(/"[^"]*"/g)
    ?.includes(etag)
  if (isKnown) headers.delete('content-type')
  headers.set('ETag', etag)
  // Without this, Hono would merge the headers of both answers.
  c.res = undefined
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers })
}
