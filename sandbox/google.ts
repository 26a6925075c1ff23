import { Hono } from 'hono'
import { importJWK, SignJWT } from 'jose'
import * as z from 'zod'
import { GOOGLE_KEYS } from './dev-keys.ts'
import { withFaults } from './fault-injection.ts'
import { keyRotations } from './faults.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}
const HOUR_S = 3600

const TokenRequest = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().default(true),
  name: z.string().optional(),
  aud: z.string().optional(),
  iss: z.string().default('https://accounts.google.com'),
  /** A token that expired an hour ago. */
  expired: z.boolean().default(false),
  /** Seconds since 1970; now by default. */
  iat: z.int().optional(),
  /** A token signed with a key that is not published, under the id of the published key. */
  wrongKey: z.boolean().default(false),
  /** The key id that the token names, if it is not the true one. */
  kid: z.string().optional(),
})

/** The current key and its id; both change with each rotation. */
function currentKey(sandbox: Sandbox) {
  const rotations = keyRotations(sandbox, 'GOOGLE')
  const jwk = GOOGLE_KEYS[rotations % GOOGLE_KEYS.length] ?? GOOGLE_KEYS[0]
  return { kid: `soko-sandbox-google-${rotations}`, jwk: { ...jwk } as JsonWebKey & { kty: string } }
}

async function unpublishedKey(): Promise<CryptoKey> {
  const pair = await crypto.subtle.generateKey(RSA, false, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('RSA makes a pair')
  return pair.privateKey
}

/** Google's public keys, and ID tokens for the tests. */
export const google = new Hono<RouteEnv>()
  .get('/certs', (c) => {
    const { kid, jwk } = currentKey(c.env.sandbox)
    const { kty, n, e } = jwk
    return withFaults(c.env.sandbox, 'GOOGLE', 'keys', {
      act: () => c.json({ keys: [{ kty, n, e, alg: 'RS256', use: 'sig', kid }] }),
      serverError: () => c.json({ error: 'internal' }, 500),
      refused: () => c.json({ error: 'forbidden' }, 403),
    })
  })
  .post('/token', async (c) => {
    const wanted = TokenRequest.safeParse(await c.req.json().catch(() => undefined))
    if (!wanted.success) return c.json({ error: z.prettifyError(wanted.error) }, 400)
    const { sub, aud, iss, iat, kid: named, expired, wrongKey, ...claims } = wanted.data
    const { kid, jwk } = currentKey(c.env.sandbox)
    const issuedAt = (iat ?? Math.floor(Date.now() / 1000)) - (expired ? 2 * HOUR_S : 0)
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: named ?? kid, typ: 'JWT' })
      .setIssuer(iss)
      .setAudience(aud ?? c.env.sandbox.settings.GOOGLE_CLIENT_ID)
      .setSubject(sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + HOUR_S)
      // Without this id, two tokens of the same second would be equal.
      .setJti(crypto.randomUUID())
      .sign(wrongKey ? await unpublishedKey() : await importJWK(jwk, 'RS256'))
    return c.json({ idToken })
  })
