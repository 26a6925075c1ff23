import { Hono } from 'hono'
import { importJWK, SignJWT } from 'jose'
import * as z from 'zod'
import type { Sandbox } from './app.ts'
import { GOOGLE_KEY } from './dev-keys.ts'

const KEY_ID = 'soko-sandbox-google'
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}
const HOUR_S = 3600

const Wanted = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean().default(true),
  name: z.string().optional(),
  aud: z.string().optional(),
  /** Ended an hour ago. */
  expired: z.boolean().default(false),
  /** Signed with a key nobody published, under the published id. */
  wrongKey: z.boolean().default(false),
})

async function strangersKey(): Promise<CryptoKey> {
  const pair = await crypto.subtle.generateKey(RSA, false, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('RSA makes a pair')
  return pair.privateKey
}

/** Google's keys, and ID tokens for whoever asks. */
export const google = new Hono<Sandbox>()
  .get('/certs', (c) => {
    const { kty, n, e } = GOOGLE_KEY
    return c.json({ keys: [{ kty, n, e, alg: 'RS256', use: 'sig', kid: KEY_ID }] })
  })
  .post('/token', async (c) => {
    const wanted = Wanted.safeParse(await c.req.json().catch(() => undefined))
    if (!wanted.success) return c.json({ error: z.prettifyError(wanted.error) }, 400)
    const { sub, aud, expired, wrongKey, ...claims } = wanted.data
    const issuedAt = Math.floor(Date.now() / 1000) - (expired ? 2 * HOUR_S : 0)
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
      .setIssuer('https://accounts.google.com')
      .setAudience(aud ?? c.env.world.settings.GOOGLE_CLIENT_ID)
      .setSubject(sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + HOUR_S)
      .sign(wrongKey ? await strangersKey() : await importJWK(GOOGLE_KEY, 'RS256'))
    return c.json({ idToken })
  })
