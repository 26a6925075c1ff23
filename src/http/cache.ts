import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** An ETag of the answer, which is read once: Hono's own copies the whole of it first. */
const tagged = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.status !== 200) return
  const { headers } = c.res
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  const tag = createHash('sha1').update(bytes).digest('base64url')
  const isKnown = c.req
    .header('if-none-match')
    ?.match(/"[^"]*"/g)
    ?.includes(`"${tag}"`)
  if (isKnown) headers.delete('content-type')
  headers.set('ETag', `"${tag}"`)
  // Hono would merge the headers of the two.
  c.res = undefined
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers })
})

/**
 * After `op`, for what guests read: kept for 30 seconds, then asked for again with its ETag and answered 304 while it is
 * the same. Nothing of this for a caller the operation knows, nor for a refusal.
 */
export const cacheForGuests = [
  tagged,
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    c.header('Vary', 'Authorization, Cookie', { append: true })
    if (c.get('ctx').caller.kind === 'guest' && c.res.status < 400) c.header('Cache-Control', 'public, max-age=30')
  }),
] as const
