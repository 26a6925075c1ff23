import { Buffer } from 'node:buffer'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { isUnderASecret } from '#domain/core/codes/secrets.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { Defect } from '#kernel/defect.ts'
import { hmac } from '#kernel/digest.ts'
import { ROLES } from '#kernel/roles.ts'
import { sameText } from '#kernel/text.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export const ACCESS_TTL_MS = 15 * MINUTE_MS
const ISSUER = 'soko'
const AUDIENCE = 'soko-api'
const ALGORITHM = 'HS256'

/** `kid` names the key in the tokens that it signed; nobody can compute the secret from it. */
type Key = { kid: string; key: CryptoKey }
/** Imported keys, by secret: raw bytes would be imported anew at each signing and each check. */
const keys = new Map<string, Key>()

async function keyOf(secret: string): Promise<Key> {
  const known = keys.get(secret)
  if (known) return known
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
  const name = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('key id'))
  const named = { kid: Buffer.from(name).toString('hex').slice(0, 16), key }
  keys.set(secret, named)
  return named
}

/** The rights of a person in a session, as a token says them. */
export type Rights = Pick<Actor, 'role' | 'sellerProfileId' | 'riderId' | 'hasSecondFactor'>

/** Kinds of tokens that name a session: what every signed-in request carries, and what opens one live connection. */
type Kind = 'access+jwt' | 'live+jwt'
export const LIVE_TICKET_MS = MINUTE_MS

/**
 * Signs the short-lived token that every signed-in request carries. Its rights only say how a request may begin: nothing of it counts until
 * the session was read, with the rights of now (`identify`).
 */
export const signAccessToken = (ctx: Ctx, claims: AccessClaims): Promise<string> =>
  sign(ctx, 'access+jwt', ACCESS_TTL_MS, claims)

/** Signs a ticket for one live connection of this session. No two are equal. */
export function signLiveTicket(ctx: Ctx, actor: Actor): Promise<string> {
  const { id: userId, sessionId, role, sellerProfileId, riderId, hasSecondFactor } = actor
  const claims = { userId, sessionId, role, sellerProfileId, riderId, hasSecondFactor }
  return sign(ctx, 'live+jwt', LIVE_TICKET_MS, claims, { jti: ctx.ids.v4() })
}

/** The part of a token that its signature covers: two tokens of the same part are the same one. */
export const signedText = (token: string): string => token.slice(0, token.lastIndexOf('.'))

async function sign(ctx: Ctx, typ: Kind, ttlMs: number, claims: AccessClaims, more = {}): Promise<string> {
  const { kid, key } = await keyOf(ctx.settings.jwtSecret)
  const { userId, sessionId, role, sellerProfileId, riderId, hasSecondFactor } = claims
  return new SignJWT({ sid: sessionId, role, seller: sellerProfileId, rider: riderId, mfa: hasSecondFactor, ...more })
    .setProtectedHeader({ alg: ALGORITHM, typ, kid })
    .setSubject(userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(ctx.now / SECOND_MS))
    .setExpirationTime(Math.floor((ctx.now + ttlMs) / SECOND_MS))
    .sign(key)
}

export type AccessClaims = { userId: string; sessionId: string } & Rights

/**
 * Reads the claims of a valid access token; 'expired', or undefined for anything else. Our key that the token names must have signed it;
 * the previous key counts while keys rotate.
 */
export async function readAccessToken(
  ctx: Ctx,
  token: string,
  typ: Kind = 'access+jwt',
): Promise<AccessClaims | 'expired' | undefined> {
  const read = await verifyToken(ctx, token, typ)
  return read?.isOver ? 'expired' : read?.claims
}

/** The session that an access token of ours names, even if the token expired: for ending the session. */
export const sessionOfAccessToken = async (ctx: Ctx, token: string): Promise<AccessClaims | undefined> =>
  (await verifyToken(ctx, token, 'access+jwt'))?.claims

type TokenCheck = { claims: AccessClaims | undefined; isOver: boolean }

async function verifyToken(ctx: Ctx, token: string, typ: Kind): Promise<TokenCheck | undefined> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => ourKey(ctx, kid), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ,
      requiredClaims: ['exp', 'sub', 'sid', 'role'],
      currentDate: new Date(ctx.now),
    })
    return { claims: claimsOf(payload), isOver: false }
  } catch (error) {
    return error instanceof errors.JWTExpired ? { claims: claimsOf(error.payload), isOver: true } : undefined
  }
}

function claimsOf({ sub, sid, role, seller, rider, mfa }: JWTPayload): AccessClaims | undefined {
  const known = ROLES.find((one) => one === role)
  if (!sub || typeof sid !== 'string' || !known) return undefined
  const idOf = (claim: unknown) => (typeof claim === 'string' ? claim : null)
  const profiles = { sellerProfileId: idOf(seller), riderId: idOf(rider) }
  return { userId: sub, sessionId: sid, role: known, ...profiles, hasSecondFactor: mfa === true }
}

/** The key of this name. @throws for any other */
async function ourKey({ settings }: Ctx, kid: string | undefined): Promise<CryptoKey> {
  for (const secret of [settings.jwtSecret, settings.jwtSecretPrevious]) {
    const ours = secret ? await keyOf(secret) : undefined
    if (ours && ours.kid === kid) return ours.key
  }
  throw new Defect('no key of this name')
}

/**
 * The refresh token of one generation of a session. It is computed, not random, so that two refreshes at the same moment (two tabs, a lost
 * answer) hand out the same successor instead of ending the session.
 */
export async function refreshTokenFor(ctx: Ctx, sessionId: string, generation: number): Promise<string> {
  return `${sessionId}.${generation}.${await hmac(ctx.settings.codeSecret, `refresh:${sessionId}:${generation}`)}`
}

/** The session and generation of a refresh token of ours; undefined for a forged one. */
export async function readRefreshToken(
  ctx: Ctx,
  token: string,
): Promise<{ sessionId: string; generation: number } | undefined> {
  const [sessionId, generation] = token.split('.')
  if (!sessionId || !generation || !/^\d{1,9}$/.test(generation)) return undefined
  const isOurs = async (as: Ctx) => sameText(token, await refreshTokenFor(as, sessionId, Number(generation)))
  if (!(await isUnderASecret(ctx, isOurs))) return undefined
  return { sessionId, generation: Number(generation) }
}

/** The session that our tokens name, the access token first. The session itself is not read: it may be over. */
export async function sessionOf(
  ctx: Ctx,
  accessToken: string | undefined,
  refreshToken: string | undefined,
): Promise<string | undefined> {
  const access = accessToken ? await readAccessToken(ctx, accessToken) : undefined
  if (typeof access === 'object') return access.sessionId
  return refreshToken ? (await readRefreshToken(ctx, refreshToken))?.sessionId : undefined
}
