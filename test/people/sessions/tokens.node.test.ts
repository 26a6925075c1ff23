import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import {
  ACCESS_TTL_MS,
  readAccessToken,
  readRefreshToken,
  refreshTokenFor,
  signAccessToken,
} from '#domain/people/sessions/tokens.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { claimsOf } from '#testing/fixtures/claims.ts'

const domain = openDomain()
const { ctx } = domain

afterEach(() => vi.restoreAllMocks())

const withSecrets = (jwtSecret: string, jwtSecretPrevious?: string): Ctx => ({
  ...ctx,
  settings: { ...ctx.settings, jwtSecret, jwtSecretPrevious },
})

// First, because no key of this file is imported yet.
describe('the keys of access tokens', () => {
  it('are imported once each, for themselves only, and never come out again', async () => {
    const imported = vi.spyOn(crypto.subtle, 'importKey')
    const own = withSecrets('a-secret-of-its-own')
    const token = await signAccessToken(own, claimsOf('u1', 's1'))
    expect(await readAccessToken(own, token)).toMatchObject({ userId: 'u1' })
    expect(await readAccessToken(own, `${token}x`)).toBeUndefined()
    const uses = ['sign', 'verify']
    expect(imported.mock.calls).toEqual([['raw', expect.anything(), expect.anything(), false, uses]])
    expect(await readAccessToken(withSecrets('another-of-its-own', 'a-secret-of-its-own'), token)).toBeDefined()
    expect(imported).toHaveBeenCalledTimes(2)
  })
})

describe('access tokens', () => {
  const decoded = (token: string, part: 0 | 1) =>
    JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())

  it('name the person and the session for a quarter of an hour', async () => {
    const token = await signAccessToken({ ...ctx, now: NOW + 999 }, claimsOf('u1', 's1'))
    expect(ACCESS_TTL_MS).toBe(900_000)
    const kid = createHmac('sha256', ctx.settings.jwtSecret).update('key id').digest('hex').slice(0, 16)
    expect(decoded(token, 0)).toEqual({ alg: 'HS256', typ: 'access+jwt', kid })
    const iat = NOW / 1000
    const rights = { role: 'BUYER', seller: null, rider: null, mfa: false }
    expect(decoded(token, 1)).toEqual({
      ...rights,
      sub: 'u1',
      sid: 's1',
      iss: 'soko',
      aud: 'soko-api',
      iat,
      exp: iat + 900,
    })
    expect(await readAccessToken(ctx, token)).toEqual(claimsOf('u1', 's1'))
    expect(await readAccessToken(domain.after(ACCESS_TTL_MS - 1), token)).toEqual(claimsOf('u1', 's1'))
    expect(await readAccessToken(domain.after(ACCESS_TTL_MS), token)).toBe('expired')
  })

  it('name the rights with which a request begins', async () => {
    const rights = { role: 'ADMIN', sellerProfileId: 'sp', riderId: 'rd', hasSecondFactor: true } as const
    const claims = claimsOf('u1', 's1', rights)
    expect(await readAccessToken(ctx, await signAccessToken(ctx, claims))).toEqual(claims)
  })

  it('of the previous key count while keys rotate, of any other never', async () => {
    const token = await signAccessToken(ctx, claimsOf('u1', 's1'))
    const { jwtSecret } = ctx.settings
    expect(await readAccessToken(withSecrets('another-secret', jwtSecret), token)).toMatchObject({ userId: 'u1' })
    expect(await readAccessToken(withSecrets('another-secret'), token)).toBeUndefined()
    const lateAndOld = { ...withSecrets('another-secret', jwtSecret), now: NOW + ACCESS_TTL_MS }
    expect(await readAccessToken(lateAndOld, token)).toBe('expired')
    expect(await readAccessToken(ctx, 'not.a.token')).toBeUndefined()
    expect(await readAccessToken(ctx, '')).toBeUndefined()
  })

  it.each([
    ['another issuer', { iss: 'other' }],
    ['another audience', { aud: 'other' }],
    ['no subject', { sub: undefined }],
    ['no session', { sid: undefined }],
    ['a session that is no text', { sid: 7 }],
    ['no role', { role: undefined }],
    ['a role that is none of ours', { role: 'OWNER' }],
    ['another type', { typ: 'JWT' }],
    ['another algorithm', { alg: 'HS384' }],
    ['another key’s name', { kid: '0123456789abcdef' }],
    ['no key’s name', { kid: undefined }],
  ])('with %s are not ours', async (_what, wrong) => {
    const own = decoded(await signAccessToken(ctx, claimsOf('u1', 's1')), 0).kid as string
    const { alg, typ, kid, ...claims } = {
      alg: 'HS256',
      typ: 'access+jwt',
      kid: own as string | undefined,
      sub: 'u1',
      sid: 's1',
      role: 'BUYER',
      iss: 'soko',
      aud: 'soko-api',
      ...wrong,
    }
    type Header = { alg: string; typ: string; kid?: string | undefined }
    const sign = ({ kid: name, ...header }: Header, body: Record<string, unknown>) =>
      new SignJWT(body)
        .setProtectedHeader({ ...header, ...(name && { kid: name }) })
        .setExpirationTime(NOW / 1000 + 60)
        .sign(new TextEncoder().encode(ctx.settings.jwtSecret))
    expect(await readAccessToken(ctx, await sign({ alg, typ, kid }, claims))).toBeUndefined()
    const right = { ...claims, sub: 'u1', sid: 's1', role: 'BUYER', iss: 'soko', aud: 'soko-api' }
    const good = await sign({ alg: 'HS256', typ: 'access+jwt', kid: own }, right)
    expect(await readAccessToken(ctx, good)).toEqual(claimsOf('u1', 's1'))
  })
})

describe('refresh tokens', () => {
  it('are worked out from session and generation', async () => {
    const token = await refreshTokenFor(ctx, 's1', 3)
    const mac = createHmac('sha256', ctx.settings.codeSecret).update('refresh:s1:3').digest('hex')
    expect(token).toBe(`s1.3.${mac}`)
    expect(await readRefreshToken(ctx, token)).toEqual({ sessionId: 's1', generation: 3 })
    expect(await readRefreshToken(ctx, await refreshTokenFor(ctx, 's1', 123_456_789))).toMatchObject({
      generation: 123_456_789,
    })
  })

  it.each(['', 's1', 's1.', '.3.x', 's1..x', 's1.3', 's1.3.x', 's1.x.y', 's1.-3.y', 's1.1e3.y'])(
    '%j is forged',
    async (token) => {
      expect(await readRefreshToken(ctx, token)).toBeUndefined()
    },
  )

  it('of another form are refused even with the right signature', async () => {
    for (const generation of ['1234567890', 'x3', '3x', '1.5', '', '1e3']) {
      const mac = createHmac('sha256', ctx.settings.codeSecret)
        .update(`refresh:s1:${Number(generation)}`)
        .digest('hex')
      expect(await readRefreshToken(ctx, `s1.${generation}.${mac}`)).toBeUndefined()
      const own = await refreshTokenFor(ctx, 's1', generation as unknown as number)
      expect(await readRefreshToken(ctx, own)).toBeUndefined()
    }
    const nameless = await refreshTokenFor(ctx, '', 3)
    expect(await readRefreshToken(ctx, nameless)).toBeUndefined()
    const good = await refreshTokenFor(ctx, 's1', 3)
    expect(await readRefreshToken(ctx, good.replace('s1', 's2'))).toBeUndefined()
    expect(await readRefreshToken(ctx, good.replace('.3.', '.03.'))).toBeUndefined()
  })
})
