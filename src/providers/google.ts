import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { email } from '../kernel/fields.ts'
import { HOUR_MS, SECOND_MS } from '../kernel/time.ts'

/** The person who signed in, as Google tells it. */
export type GoogleClaim = {
  /** Google's own id of the person: it stays when their address changes. */
  subject: string
  /** Lower case. */
  email: string
  emailVerified: boolean
  name: string | undefined
  /** When the token that said so stops being accepted. */
  endsAt: number
}

export type GoogleAnswer =
  | { kind: 'verified'; claim: GoogleClaim }
  /** Forged, expired, meant for somebody else, or no ID token at all. */
  | { kind: 'invalid' }
  /** Google's keys could not be read: nothing is known of the token. */
  | { kind: 'unavailable' }

export type Google = { verify(idToken: string, now: number): Promise<GoogleAnswer> }

type GoogleConfig = { jwksUrl: string; clientIds: string[]; timeoutMs?: number; fetch?: typeof globalThis.fetch }

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const TIMEOUT_MS = 3 * SECOND_MS
/** Keys are read again after this, so one that Google withdrew is trusted no longer. */
const KEYS_TTL_MS = HOUR_MS
/** An unknown key id makes the keys be read again, but not more often than this: anybody can invent key ids. */
const COOLDOWN_MS = 30 * SECOND_MS
/** Clocks differ. */
const TOLERANCE_S = 10

/**
 * Verifies Google's ID tokens. Its keys are kept for as long as this adapter lives. jose never lets one request wait for
 * a fetch that another began, which in workerd may never end, and gives each of its own fetches up after the time-out.
 */
export function google({ jwksUrl, clientIds, timeoutMs = TIMEOUT_MS, fetch }: GoogleConfig): Google {
  // Without a client of our own no token can be meant for us.
  if (clientIds.length === 0) return { verify: async () => ({ kind: 'invalid' }) }
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: Math.min(timeoutMs, TIMEOUT_MS),
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: KEYS_TTL_MS,
    ...(fetch && { [customFetch]: fetch }),
  })
  return {
    async verify(idToken, now) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: ISSUERS,
          audience: clientIds,
          requiredClaims: ['sub', 'email', 'iat', 'exp'],
          maxTokenAge: '1h',
          clockTolerance: TOLERANCE_S,
          currentDate: new Date(now),
        })
        const claim = claimOf(payload)
        return claim ? { kind: 'verified', claim } : { kind: 'invalid' }
      } catch (error) {
        return { kind: isAboutToken(error) ? 'invalid' : 'unavailable' }
      }
    },
  }
}

function claimOf({ sub, aud, exp, email: address, email_verified, name }: JWTPayload): GoogleClaim | undefined {
  const known = email.safeParse(address)
  if (!sub || sub.length > 255 || typeof aud !== 'string' || exp === undefined || !known.success) return undefined
  return {
    subject: sub,
    email: known.data,
    emailVerified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : undefined,
    endsAt: (exp + TOLERANCE_S) * SECOND_MS,
  }
}

/** Codes of the errors that jose throws about the token; an error about the fetch of the keys has another code, or none. */
const ABOUT_TOKEN =
  /^ERR_(JWT_\w+|JWS_\w+|JOSE_ALG_NOT_ALLOWED|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS)$/
const isAboutToken = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && ABOUT_TOKEN.test(error.code)
