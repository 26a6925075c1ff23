import type { Context } from 'hono'
import { outside } from '../db/admit.ts'
import type { Actor } from '../domain/core/context.ts'
import { TIERS, type Tier } from '../kernel/limits.ts'
import { networksOf } from './address.ts'
import type { AppEnv } from './app-env.ts'
import { countOne, tallyOf, tellKv, type Window, windowEnd, windowOf } from './counters.ts'
import { consumeAtDoor, type SpendChallenge } from './door.ts'
import { refuse, setHeaders, writeHeaders } from './limit-headers.ts'
import { isAtDoor, type Operation } from './operation.ts'

/** KV is told after each tenth of a tier's quota. */
const PARTS = 10

/**
 * Counts a guest's request of a public operation: at the door (door.ts) for its address; otherwise for the session of
 * its token, or for its address. This is a shield, not a lock: D1 counts exactly what must not be guessed.
 * @throws 429 when the tier is used up, or CHALLENGE_REQUIRED
 */
export async function consumeAsGuest(c: Context<AppEnv>, operation: Operation): Promise<SpendChallenge | undefined> {
  const networks = networksOf(c)
  if (networks.length === 0) setHeaders(c, operation.tier)
  else if (isAtDoor(operation)) return consumeAtDoor(c, operation, networks)
  else if (operation.tier) await countGuest(c, operation.tier)
  return undefined
}

/**
 * Counts one request of a tier for the session of its token. Without one it counts for the address in tier public, the
 * most generous one, because thousands may share the address. 429 when the quota is used up.
 */
export async function countGuest(c: Context<AppEnv>, tier: Tier = 'public'): Promise<void> {
  const network = narrowestOf(c)
  if (!network) return setHeaders(c, tier)
  const session = await c.get('sessionOf')()
  if (session) count(c, tier, `session ${session}`)
  else count(c, 'public', `address ${network}`)
}

/**
 * Counts a request without the sign-in that it needs, for its address in tier public. A token of ours is refused only
 * for its session's own requests, so a phone learns that its session is over whatever others behind its address did.
 * @throws 429 when the quota is used up
 */
export async function countUnknown(c: Context<AppEnv>): Promise<void> {
  const network = narrowestOf(c)
  if (!network) return setHeaders(c, 'public')
  const session = await c.get('formerSession')()
  if (!session) return count(c, 'public', `address ${network}`)
  countOne(windowIn(c, 'public', `address ${network}`))
  count(c, 'public', `session ${session}`)
}

/**
 * Counts a request of a signed-in caller for the account; guesses, messages and session requests count for the session,
 * never for the address, which thousands may share. 429 when the tier is used up.
 */
export function consumeAsSignedIn(c: Context<AppEnv>, { tier, roles }: Operation, { id, sessionId }: Actor): void {
  if (roles === 'public' || !tier) return
  if (networksOf(c).length === 0) setHeaders(c, tier)
  else count(c, tier, partyOf(tier, id, sessionId))
}

/** Whether the next request of a signed-in caller would be refused. */
export function isUsedUp(c: Context<AppEnv>, { tier }: Operation, { id, sessionId }: Actor): boolean {
  if (!tier || networksOf(c).length === 0) return false
  return windowIn(c, tier, partyOf(tier, id, sessionId)).count >= TIERS[tier].max
}

const partyOf = (tier: Tier, id: string, sessionId: string) =>
  tier === 'authenticated' ? `account ${id}` : `session ${sessionId}`

/** The narrowest network of the address: of IPv6 the /64, because a carrier gives each phone one and a /48 holds 65,536 of them. */
const narrowestOf = (c: Context<AppEnv>): string | undefined => networksOf(c)[0]

function windowIn(c: Context<AppEnv>, tier: Tier, party: string): Window {
  const { now } = c.get('ctx')
  return windowOf(tallyOf(party), tier, now, windowEnd(now, TIERS[tier].windowMs))
}

/** Counts one request of a party, or refuses it with 429; a refused request is not counted. */
function count(c: Context<AppEnv>, tier: Tier, party: string): void {
  const { now, later } = c.get('ctx')
  const { max } = TIERS[tier]
  const window = windowIn(c, tier, party)
  if (window.count >= max) refuse(c, tier, window.endsAt)
  countOne(window)
  writeHeaders(c, tier, max - window.count, window.endsAt - now)
  // D1 counts a session's tries as well, so KV is told of the large quotas only; of refused requests too.
  if (max > PARTS && window.unsent >= max / PARTS)
    outside(() => later(() => tellKv(c.env.LIMITS, party, tallyOf(party), now)))
}
