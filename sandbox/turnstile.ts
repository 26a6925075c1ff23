import { Hono } from 'hono'
import type { Sandbox } from './app.ts'
import { troubled } from './troubled.ts'

/** The token of a page whose visitor is a person, as Cloudflare's own keys for tests give it. Any other is a machine's. */
const PERSON = 'XXXX.DUMMY.TOKEN.XXXX'
const refusal = (code: string) => Response.json({ success: false, 'error-codes': [code] })

/** Cloudflare Turnstile, as far as a server asks it. */
export const turnstile = new Hono<Sandbox>().post('/v0/siteverify', async (c) => {
  const { secret, response }: Record<string, unknown> = await c.req.json().catch(() => ({}))
  return troubled(c.env.world, 'TURNSTILE', 'verify', {
    act: () => {
      if (!secret) return refusal('missing-input-secret')
      if (String(secret).startsWith('wrong')) return refusal('invalid-input-secret')
      if (response !== PERSON) return refusal('invalid-input-response')
      return c.json({ success: true, 'error-codes': [], hostname: 'soko.test' })
    },
    serverError: () => Response.json({ success: false, 'error-codes': ['internal-error'] }, { status: 500 }),
    refused: (failureCode) => refusal(failureCode ?? 'timeout-or-duplicate'),
  })
})
