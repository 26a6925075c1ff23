import { Hono } from 'hono'
import { importJWK, SignJWT } from 'jose'
import * as z from 'zod'
import type { Sandbox } from './app.ts'
import { GOOGLE_KEYS } from './dev-keys.ts'
import { keyRotations } from './faults.ts'
import { troubled } from './troubled.ts'
import type { World } from './world.ts'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}
const HOUR_S = 3600

const Wanted = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().default(true),
  name: z.string().optional(),
  aud: z.string().optional(),
  iss: z.string().default('https://accounts.google.com'),
  /** Ended an hour ago. */
  expired: z.boolean().default(false),
  /** Seconds since 1970; now unless told. */
  iat: z.int().optional(),
  /** Signed with a key nobody published, under the published id. */
  wrongKey: z.boolean().default(false),
  /** The id of the key that the token says it was signed with. */
  kid: z.string().optional(),
})

/** The key of now, and the name it is published under: another after each rotation. */
function presentKey(world: World) {
  const rotations = keyRotations(world, 'GOOGLE')
  const jwk = GOOGLE_KEYS[rotations % GOOGLE_KEYS.length] ?? GOOGLE_KEYS[0]
  return { kid: `soko-sandbox-google-${rotations}`, jwk: { ...jwk } as JsonWebKey & { kty: string } }
}

async function strangersKey(): Promise<CryptoKey> {
  const pair = await crypto.subtle.generateKey(RSA, false, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('RSA makes a pair')
  return pair.privateKey
}

/** Google's keys, and ID tokens for whoever asks. */
export const google = new Hono<Sandbox>()
  .get('/certs', (c) => {
    const { kid, jwk } = presentKey(c.env.world)
    const { kty, n, e } = jwk
    return troubled(c.env.world, 'GOOGLE', 'keys', {
      act: () => c.json({ keys: [{ kty, n, e, alg: 'RS256', use: 'sig', kid }] }),
      serverError: () => c.json({ error: 'internal' }, 500),
      refused: () => c.json({ error: 'forbidden' }, 403),
    })
  })
  .post('/token', async (c) => {
    const wanted = Wanted.safeParse(await c.req.json().catch(() => undefined))
    if (!wanted.success) return c.json({ error: z.prettifyError(wanted.error) }, 400)
    const { sub, aud, iss, iat, kid: named, expired, wrongKey, ...claims } = wanted.data
    const { kid, jwk } = presentKey(c.env.world)
    const issuedAt = (iat ?? Math.floor(Date.now() / 1000)) - (expired ? 2 * HOUR_S : 0)
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: named ?? kid, typ: 'JWT' })
      .setIssuer(iss)
      .setAudience(aud ?? c.env.world.settings.GOOGLE_CLIENT_ID)
      .setSubject(sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + HOUR_S)
      // Two tokens of one second are not the same.
      .setJti(crypto.randomUUID())
      .sign(wrongKey ? await strangersKey() : await importJWK(jwk, 'RS256'))
    return c.json({ idToken })
  })
