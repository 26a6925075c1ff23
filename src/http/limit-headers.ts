import type { Context } from 'hono'
import { Failure, type Reason } from '../kernel/failure.ts'
import { TIERS, type Tier } from '../kernel/limits.ts'
import { SECOND_MS } from '../kernel/time.ts'
import type { AppEnv } from './app-env.ts'

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / SECOND_MS))

/** What is left of a tier (RateLimit and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers). */
export function writeHeaders(c: Context<AppEnv>, tier: Tier, left: number, ms: number): void {
  c.header('RateLimit-Policy', POLICIES[tier])
  c.header('RateLimit', `"${tier}";r=${Math.max(0, left)};t=${secondsOf(ms)}`)
}

/** Says what a tier is without counting: the request is refused for something else, or nobody counts it. */
export const setHeaders = (c: Context<AppEnv>, tier: Tier) =>
  writeHeaders(c, tier, TIERS[tier].max, TIERS[tier].windowMs)

/** 429, and when to come back. */
export function refuse(c: Context<AppEnv>, tier: Tier, until: number, reason?: Reason): never {
  const ms = until - c.get('ctx').now
  writeHeaders(c, tier, 0, ms)
  throw new Failure('TOO_MANY_REQUESTS', { retryAfter: secondsOf(ms), ...(reason && { reason }) })
}

const POLICIES = Object.fromEntries(
  (Object.keys(TIERS) as Tier[]).map((tier) => [
    tier,
    `"${tier}";q=${TIERS[tier].max};w=${TIERS[tier].windowMs / SECOND_MS}`,
  ]),
) as Record<Tier, string>
