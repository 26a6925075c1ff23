import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'
import { isShared } from './cache.ts'

const HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Sets the security headers of every answer, errors too (docs/conventions.md, Headers). A page that needs a wider policy sets its own.
 * Nobody keeps an answer that does not say so: Cloudflare would keep it for hours.
 */
export const secureHeaders = createMiddleware<AppEnv>(async (c, next) => {
  c.set('requestId', crypto.randomUUID())
  await next()
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.res.headers.set('Content-Security-Policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  }
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  if (!isShared(c.res.headers)) c.res.headers.set('X-Request-Id', c.get('requestId'))
})
