import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { accessTokenOf } from './session.ts'

/**
 * Of an answer that guests read: kept for 30 seconds, then asked for again with its ETag and answered 304 while it is the
 * same. Whoever sends a token of ours reads what is there now, also where the operation asks for no name; nothing of this
 * but the ETag for them, nor for a refusal.
 */
export async function cacheForGuests(c: Context<AppEnv>): Promise<void> {
  await tag(c)
  c.header('Vary', 'Authorization, Cookie', { append: true })
  if (accessTokenOf(c) !== undefined) c.header('Cache-Control', 'no-store')
  else if (c.res.status < 400) c.header('Cache-Control', 'public, max-age=30')
}

/** Gives a 200 its ETag. The answer is read once: Hono's own copies the whole of it first. */
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
  // Hono would merge the headers of the two.
  c.res = undefined
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers })
}
