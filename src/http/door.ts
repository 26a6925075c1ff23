import type { Context } from 'hono'
import type { Visitor } from '../domain/core/context.ts'
import { Failure } from '../kernel/failure.ts'
import { ADDRESS_TRIES, SUSPECT, TIERS } from '../kernel/limits.ts'
import { networksOf } from './address.ts'
import type { AppEnv } from './app-env.ts'
import {
  catchUp,
  countOne,
  isUntold,
  openWindow,
  pairTallyOf,
  type Tally,
  tallyOf,
  tellKv,
  type Window,
  windowEnd,
  windowOf,
} from './counters.ts'
import { refuse, refuseUnproved, writeHeaders } from './limit-headers.ts'
import { type AtDoor, isAtDoor, type Operation } from './operation.ts'
import { deviceTokenOf } from './session.ts'

// Limits for everything that a guest can guess, have sent or create. The address is counted in memory and in KV, with
// one read a minute and one read and one write a second at most.
// Thousands may share an address, so past its quota guests solve a challenge. Only one address at one account is
// refused.

/** Uses up the challenge that a request brought; 429 CHALLENGE_REQUIRED if it was used before. */
export type SpendChallenge = () => Promise<void>

/** A failure is written to KV at once, anything else at every second request. */
const TELL_EVERY = 2

/**
 * Counts a guest at the door.
 * @returns the function that uses up the challenge, if one was asked for and solved
 * @throws 429 past ten tries of one address at one account in a minute; CHALLENGE_REQUIRED from a suspect address, and
 * past the quota of an address (docs/limits.md, Suspect addresses)
 */
export async function consumeAtDoor(
  c: Context<AppEnv>,
  operation: AtDoor,
  networks: string[],
): Promise<SpendChallenge | undefined> {
  const { tier } = operation
  const { now } = c.get('ctx')
  const tallies = await talliesOf(c, networks)
  const body = await readFields(c)
  const account = operation.triesAt ? body[operation.triesAt] : undefined
  const tried = tier === 'credential' ? await triesAt(c, networks, account) : []
  for (const { count, endsAt } of tried) if (count >= TIERS.credential.max) refuse(c, tier, endsAt)

  const quota = tier === 'credential' ? ADDRESS_TRIES : TIERS[tier]
  const windows = tallies.map((tally) => windowOf(tally, tier, now, windowEnd(now, quota.windowMs)))
  const asking = [
    ...windows.filter(({ count }) => count >= quota.max),
    ...(operation.openToSuspect ? [] : tallies.flatMap((tally) => suspectWindow(tally, now) ?? [])),
  ]
  // A refused request writes nothing to KV later, so the counts that led to the refusal are written here.
  if (asking.length > 0) tellAll(c, networks)
  // The field that only machines fill ends the screening before Turnstile is asked.
  const isAsked = typeof body.turnstileToken === 'string' && !body.website
  const screened = operation.screensGuests && isTurnstiled(c) && isAsked
  const spend = asking.length > 0 && !screened ? await challenge(c, tier, asking) : undefined
  c.set('hasProvedWork', spend !== undefined)

  for (const window of [...windows, ...tried]) countOne(window)
  if (tier === 'credential') for (const tally of tallies) countOne(hourWindow(tally, 'tries', now))
  const shown = [...(tier === 'credential' ? tried : windows)]
  const { max, windowMs } = TIERS[tier]
  writeHeaders(c, tier, max - Math.max(...shown.map(({ count }) => count)), windowEnd(now, windowMs) - now)
  return spend
}

/**
 * Settles a guest's request after its answer: a wrong password, code or proof counts against the address, a 400 costs
 * no quota of creation. KV is told, for other isolates.
 */
export function settleAtDoor(c: Context<AppEnv>, operation: Operation, error: unknown): void {
  const networks = networksOf(c)
  if (networks.length === 0 || !isAtDoor(operation)) return
  const { now, later } = c.get('ctx')
  const hasFailed = operation.tier === 'credential' && isWrongGuess(error)
  const isFree = operation.tier === 'creation' && error instanceof Failure && error.status === 400
  for (const network of networks) {
    const party = partyOf(network)
    const tally = tallyOf(party)
    const window = openWindow(tally, operation.tier, now)
    if (isFree && window) takeBack(window)
    if (hasFailed) countOne(hourWindow(tally, 'failures', now))
    if (hasFailed || (window?.unsent ?? 0) >= TELL_EVERY) later(() => tellKv(c.env.LIMITS, party, tally, now))
  }
}

/** The questions that a verb may ask about this request's address. */
export function visitorOf(c: Context<AppEnv>): Visitor {
  const networks = networksOf(c)
  const asking = async () =>
    (await talliesOf(c, networks)).flatMap((tally) => suspectWindow(tally, c.get('ctx').now) ?? [])
  return {
    deviceToken: deviceTokenOf(c),
    networks,
    isSuspect: async () => (await asking()).length > 0,
    challenge: async (until) => {
      // One solution is enough for a request: the door may have asked for it already.
      if (c.get('hasProvedWork')) return
      const reasons = until === undefined ? await asking() : [{ endsAt: until }]
      await (await challenge(c, 'request', reasons))()
    },
  }
}

function tellAll(c: Context<AppEnv>, networks: string[]): void {
  const { now, later } = c.get('ctx')
  for (const network of networks) {
    const [party, tally] = [partyOf(network), tallyOf(partyOf(network))]
    if (isUntold(tally)) later(() => tellKv(c.env.LIMITS, party, tally, now))
  }
}

async function challenge(
  c: Context<AppEnv>,
  tier: AtDoor['tier'],
  asking: Pick<Window, 'endsAt'>[],
): Promise<SpendChallenge> {
  const solution = c.req.header('x-challenge')
  const spend = solution === undefined ? undefined : await c.get('proveWork')(solution)
  const until = Math.max(...asking.map(({ endsAt }) => endsAt))
  return spend ?? refuseUnproved(c, tier, until, Boolean(solution))
}

const isTurnstiled = (c: Context<AppEnv>) => c.get('ctx').providers.turnstile !== undefined
const partyOf = (network: string) => `address ${network}`

const talliesOf = (c: Context<AppEnv>, networks: string[]): Promise<Tally[]> =>
  Promise.all(
    networks.map(async (network) => {
      const tally = tallyOf(partyOf(network))
      await catchUp(c.env.LIMITS, partyOf(network), tally, c.get('ctx').now)
      return tally
    }),
  )

/** The fields of a JSON body as far as they can be read; the validators refuse the wrong ones. */
async function readFields(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await c.req.text())
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/**
 * The windows of tries at an account: of the request's addresses, or only of the device if the account knows it, so
 * that others behind its address use up none of its tries.
 */
async function triesAt(c: Context<AppEnv>, networks: string[], field: unknown): Promise<Window[]> {
  const { now } = c.get('ctx')
  const account = typeof field === 'string' ? field.trim().toLowerCase().slice(0, 254) : ''
  const device = await c.get('knownDevice')(account)
  const endsAt = windowEnd(now, TIERS.credential.windowMs)
  return (device ? [`device ${device}`] : networks).map((party) =>
    windowOf(pairTallyOf(party, account), 'credential', now, endsAt),
  )
}

/** Tries and failures share the hour that begins with the first try. */
const hourWindow = (tally: Tally, counter: 'tries' | 'failures', now: number): Window =>
  windowOf(tally, counter, now, openWindow(tally, 'tries', now)?.endsAt ?? now + SUSPECT.windowMs)

function suspectWindow(tally: Tally, now: number): Window | undefined {
  const [tries, failures] = [openWindow(tally, 'tries', now), openWindow(tally, 'failures', now)]
  const isSuspect =
    failures && failures.count >= SUSPECT.failures && failures.count > SUSPECT.share * (tries?.count ?? 0)
  return isSuspect ? failures : undefined
}

function takeBack(window: Window): void {
  window.count = Math.max(0, window.count - 1)
  window.unsent = Math.max(0, window.unsent - 1)
}

const isWrongGuess = (error: unknown) =>
  error instanceof Failure && (error.reason === 'INVALID_CREDENTIALS' || error.reason === 'INVALID_VERIFICATION_CODE')
