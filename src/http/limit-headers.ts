import type { Context } from 'hono'
import { Failure } from '../kernel/failure.ts'
import { TIERS, type Tier } from '../kernel/limits.ts'
import { SECOND_MS } from '../kernel/time.ts'
import type { AppEnv } from './app-env.ts'

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / SECOND_MS))

/** Writes how much of a tier is left (RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers). */
export function writeHeaders(c: Context<AppEnv>, tier: Tier, left: number, ms: number): void {
  c.header('RateLimit-Policy', POLICIES[tier])
  c.header('RateLimit', `"${tier}";r=${Math.max(0, left)};t=${secondsOf(ms)}`)
}

/** Writes a tier's headers without counting the request, which another refusal ends; nothing if there is no tier. */
export function setHeaders(c: Context<AppEnv>, tier: Tier | null): void {
  if (tier) writeHeaders(c, tier, TIERS[tier].max, TIERS[tier].windowMs)
}

/** Refuses with 429 and the time to come back. */
export function refuse(c: Context<AppEnv>, tier: Tier, until: number): never {
  const ms = until - c.get('ctx').now
  writeHeaders(c, tier, 0, ms)
  throw new Failure('TOO_MANY_REQUESTS', { retryAfter: secondsOf(ms) })
}

/**
 * Refuses with 429 until a challenge is solved; the solution lets in at once.
 * @param hasOne whether the request brought a wrong solution
 */
export function refuseUnproved(c: Context<AppEnv>, tier: Tier, until: number, hasOne: boolean): never {
  writeHeaders(c, tier, 0, until - c.get('ctx').now)
  const message = 'La vérification jointe est fausse ou périmée. Demandez-en une autre.'
  const worn = { message, details: [{ field: 'x-challenge', message }] }
  throw new Failure('TOO_MANY_REQUESTS', { reason: 'CHALLENGE_REQUIRED', retryAfter: 1, ...(hasOne && worn) })
}

const POLICIES = Object.fromEntries(
  (Object.keys(TIERS) as Tier[]).map((tier) => [
    tier,
    `"${tier}";q=${TIERS[tier].max};w=${TIERS[tier].windowMs / SECOND_MS}`,
  ]),
) as Record<Tier, string>
