import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/**
 * After `op`, for what guests read: kept for 30 seconds, then asked for again with its ETag and answered 304 while it is
 * the same. Nothing of this for a caller the operation knows.
 */
export const cacheForGuests = [
  etag(),
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    c.header('Vary', 'Authorization, Cookie', { append: true })
    if (!c.get('ctx').actor) c.header('Cache-Control', 'public, max-age=30')
  }),
] as const
