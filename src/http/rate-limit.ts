import type { Context } from 'hono'
import type { Actor } from '../domain/core/context.ts'
import { TIERS, type Tier } from '../kernel/limits.ts'
import { networksOf } from './address.ts'
import type { AppEnv } from './app-env.ts'
import { countOne, tallyOf, tellKv, windowEnd, windowOf } from './counters.ts'
import { consumeAtDoor, type SpendChallenge } from './door.ts'
import { refuse, setHeaders, writeHeaders } from './limit-headers.ts'
import { isAtDoor, type Operation } from './operation.ts'

/** KV is told of these tiers after each tenth of their quota. */
const PARTS = 10

/**
 * Counts a guest's request of a public operation: what can be guessed, sent or created of its address (door.ts); anything
 * else of the session whose token it carries, or of its address. A shield, not a lock: whatever must not be guessed is
 * counted exactly in D1.
 * @throws 429 when the tier is used up, or CHALLENGE_REQUIRED
 */
export async function consumeAsGuest(c: Context<AppEnv>, operation: Operation): Promise<SpendChallenge | undefined> {
  const networks = networksOf(c)
  if (isAtDoor(operation) && networks.length > 0) return consumeAtDoor(c, operation, networks)
  await countGuest(c, operation.tier, operation.isCountedApart ? operation.id : undefined)
  return undefined
}

/**
 * Counts one request of a tier, of the session whose token it carries, or of its address. 429 when the tier is used up.
 * @param apart what it is counted as, if not with everything else of its tier
 */
export async function countGuest(c: Context<AppEnv>, tier: Tier, apart?: string): Promise<void> {
  const networks = networksOf(c)
  if (networks.length === 0) return setHeaders(c, tier)
  const session = await c.get('sessionOf')()
  const parties = session ? [`session ${session}`] : networks.map((network) => `address ${network}`)
  countTogether(c, tier, parties, apart)
}

/**
 * Counts a request of who is signed in: of their account; what can be guessed or sent, and what sessions do, of this session.
 * Never of their address, which thousands may share. 429 when the tier is used up.
 */
export function consumeAsSignedIn(c: Context<AppEnv>, { tier, roles }: Operation, { id, sessionId }: Actor): void {
  if (roles === 'public') return
  if (networksOf(c).length === 0) return void setHeaders(c, tier)
  countTogether(c, tier, [tier === 'authenticated' ? `account ${id}` : `session ${sessionId}`])
}

/** One request more of each of them; none is counted when one of them has used up its tier. */
function countTogether(c: Context<AppEnv>, tier: Tier, parties: string[], counter: string = tier): void {
  const { now, later } = c.get('ctx')
  const { max, windowMs } = TIERS[tier]
  const counted = parties.map((party) => {
    const tally = tallyOf(party)
    return { party, tally, window: windowOf(tally, counter, now, windowEnd(now, windowMs)) }
  })
  for (const { window } of counted) if (window.count >= max) refuse(c, tier, window.endsAt)
  for (const { window } of counted) countOne(window)
  const most = Math.max(...counted.map(({ window }) => window.count))
  writeHeaders(c, tier, max - most, windowEnd(now, windowMs) - now)
  // What a session tries is counted in D1 as well; KV hears of the large quotas only.
  if (max <= PARTS) return
  for (const { party, tally, window } of counted) {
    if (window.unsent >= max / PARTS) later(() => tellKv(c.env.LIMITS, party, tally, now))
  }
}
