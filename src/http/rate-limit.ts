import type { Context } from 'hono'
import { Failure } from '../kernel/failure.ts'
import { FAILED_PROOFS, TIERS, type Tier } from '../kernel/limits.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { addressOf } from './address.ts'
import type { AppEnv } from './app-env.ts'
import { catchUp, exchange, type Tally, tallyOf, tellKv, type Window, windowOf } from './counters.ts'
import type { Operation } from './operation.ts'

type Limited = Pick<Operation, 'tier' | 'roles' | 'openToBlocked'>

/** Tiers this small are shared between isolates at every second request. The others tell KV after each tenth of their quota. */
const TIGHT_UP_TO = 20
const TIGHT_EVERY = 2
const PARTS = 10

const quotaOf = (tier: Tier): number => {
  const rule: { perAddress?: number; perAccount?: number } = TIERS[tier]
  return rule.perAddress ?? rule.perAccount ?? 0
}
const isTight = (tier: Tier) => quotaOf(tier) <= TIGHT_UP_TO

/**
 * Counts a request of its address, or of its account once that is known, and says in the answer what is left (RateLimit
 * and RateLimit-Policy, draft-ietf-httpapi-ratelimit-headers). A shield, not a lock: whatever must not be guessed is
 * counted exactly in D1.
 * @throws 429 when the tier is used up; for a guest of an address that is blocked, on what can be guessed
 */
export async function consume(c: Context<AppEnv>, operation: Limited, accountId?: string): Promise<void> {
  const { tier } = operation
  const rule: { perAddress?: number; perAccount?: number; windowMs: number } = TIERS[tier]
  const limit = accountId ? rule.perAccount : rule.perAddress
  const party = partyOf(c, accountId)
  if (limit === undefined || party === undefined) {
    if (!accountId) setHeaders(c, tier)
    return
  }
  const { now, later } = c.get('ctx')
  const tally = tallyOf(party)
  if (isTight(tier)) await catchUp(c.env.LIMITS, party, tally, now)
  if (mayBlock(operation) && tally.blockedUntil > now) refuse(c, tier, tally.blockedUntil, now)
  const window = windowOf(tally, tier, now, (Math.floor(now / rule.windowMs) + 1) * rule.windowMs)
  if (window.count >= limit) refuse(c, tier, window.endsAt, now)
  window.count++
  window.unsent++
  writeHeaders(c, tier, limit - window.count, window.endsAt - now)
  if (!isTight(tier) && window.unsent >= limit / PARTS) {
    window.unsent = 0
    later(() => exchange(c.env.LIMITS, party, tally, now))
  }
}

/** Says what is left without counting: the request is refused for something else, or nobody counts it. */
export function setHeaders(c: Context<AppEnv>, tier: Tier): void {
  const party = partyOf(c)
  const open = party === undefined ? undefined : openWindow(tallyOf(party), tier, c.get('ctx').now)
  writeHeaders(
    c,
    tier,
    quotaOf(tier) - (open?.count ?? 0),
    open ? open.endsAt - c.get('ctx').now : TIERS[tier].windowMs,
  )
}

/**
 * After the answer of an operation of a tight tier: a wrong password, code or proof is counted, and the twentieth in an
 * hour blocks the address for guests. Other isolates are told in one write: of each failure, else of every second request.
 */
export function recordFailure(c: Context<AppEnv>, { tier }: Limited): void {
  const party = partyOf(c)
  if (!isTight(tier) || party === undefined) return
  const { now, later } = c.get('ctx')
  const tally = tallyOf(party)
  const hasFailed = tier === 'credential' && isWrongGuess(c.error)
  if (hasFailed) countFailure(tally, now)
  if (hasFailed || (tally.windows.get(tier)?.unsent ?? 0) >= TIGHT_EVERY)
    later(() => tellKv(c.env.LIMITS, party, tally, now))
}

function countFailure(tally: Tally, now: number): void {
  const failures = windowOf(tally, 'failures', now, now + FAILED_PROOFS.windowMs)
  failures.count++
  failures.unsent++
  if (failures.count < FAILED_PROOFS.max) return
  tally.blockedUntil = now + FAILED_PROOFS.blockMs
  tally.windows.delete('failures')
}

const isWrongGuess = (error: unknown) =>
  error instanceof Failure && (error.reason === 'INVALID_CREDENTIALS' || error.reason === 'INVALID_VERIFICATION_CODE')

/** Guests' operations of the tight tiers; whoever is signed in goes on working. */
const mayBlock = ({ tier, roles, openToBlocked }: Limited) => isTight(tier) && roles === 'public' && !openToBlocked

function refuse(c: Context<AppEnv>, tier: Tier, until: number, now: number): never {
  writeHeaders(c, tier, 0, until - now)
  throw new Failure('TOO_MANY_REQUESTS', { retryAfter: secondsOf(until - now) })
}

/** Cloudflare always tells the address; without one, or from this machine, there is nobody to tell apart. */
function partyOf(c: Context<AppEnv>, accountId?: string): string | undefined {
  const address = addressOf(c)
  if (!address) return undefined
  return accountId ? `account ${accountId}` : `address ${address}`
}

const openWindow = (tally: Tally, tier: Tier, now: number): Window | undefined => {
  const window = tally.windows.get(tier)
  return window && window.endsAt > now ? window : undefined
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / SECOND_MS))

function writeHeaders(c: Context<AppEnv>, tier: Tier, left: number, ms: number): void {
  c.header('RateLimit-Policy', POLICIES[tier])
  c.header('RateLimit', `"${tier}";r=${Math.max(0, left)};t=${secondsOf(ms)}`)
}

const POLICIES = Object.fromEntries(
  (Object.keys(TIERS) as Tier[]).map((tier) => [
    tier,
    `"${tier}";q=${quotaOf(tier)};w=${TIERS[tier].windowMs / SECOND_MS}`,
  ]),
) as Record<Tier, string>
