import { Hono } from 'hono'
import { withFaults } from './fault-injection.ts'
import type { RouteEnv } from './sandbox.ts'

/** The token that Cloudflare's test keys give. Every other token is refused. */
const PERSON = 'XXXX.DUMMY.TOKEN.XXXX'
const refusal = (code: string) => Response.json({ success: false, 'error-codes': [code] })

/** The part of Cloudflare Turnstile that a server calls. */
export const turnstile = new Hono<RouteEnv>().post('/v0/siteverify', async (c) => {
  const { secret, response }: Record<string, unknown> = await c.req.json().catch(() => ({}))
  return withFaults(c.env.sandbox, 'TURNSTILE', 'verify', {
    act: () => {
      if (!secret) return refusal('missing-input-secret')
      if (String(secret).startsWith('wrong')) return refusal('invalid-input-secret')
      if (response !== PERSON) return refusal('invalid-input-response')
      return c.json({ success: true, 'error-codes': [], hostname: 'soko.test', action: 'guest' })
    },
    serverError: () => Response.json({ success: false, 'error-codes': ['internal-error'] }, { status: 500 }),
    refused: (failureCode) => refusal(failureCode ?? 'timeout-or-duplicate'),
  })
})
