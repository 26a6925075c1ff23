import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'

/** A counter of requests of one tier, or of failures, until `endsAt`; KV does not know `unsent` of them yet. */
export type Window = { count: number; endsAt: number; unsent: number }

/** The counters of one party: an address, account or session. */
export type Tally = {
  windows: Map<string, Window>
  /** Times at which KV was last read and last written. */
  readAt: number
  writtenAt: number
}

/** Half of the parties of one kind that an isolate remembers. */
const GENERATION = 5000

/**
 * The parties that this isolate remembers: the last 5,000 to 10,000, in two generations. A full young generation
 * becomes the old one, and the old one is dropped, so no request pays for tidying up.
 */
function memory() {
  let young = new Map<string, Tally>()
  let old = new Map<string, Tally>()
  return {
    of(party: string): Tally {
      const found = young.get(party)
      if (found) return found
      const tally = old.get(party) ?? { windows: new Map(), readAt: 0, writtenAt: 0 }
      if (young.size >= GENERATION) {
        old = young
        young = new Map()
      }
      young.set(party, tally)
      return tally
    },
    size: () => young.size + old.size,
  }
}

const parties = memory()
/** Counters of address and account, kept apart: whoever makes up accounts to try pushes no address out. */
const pairs = memory()

export const tallyOf = (party: string) => parties.of(party)
/** The tries of one address, or of a known device, at one account. They stay in this isolate: D1 counts the account's tries exactly. */
export const pairTallyOf = (party: string, account: string) => pairs.of(`${party} ${account}`)
/** The number of remembered parties. */
export const rememberedParties = parties.size

/** The end of the fixed window in which an instant lies. */
export const windowEnd = (now: number, windowMs: number) => (Math.floor(now / windowMs) + 1) * windowMs

/** The window of a counter; a new one if the last one is over. */
export function windowOf(tally: Tally, counter: string, now: number, endsAt: number): Window {
  const open = tally.windows.get(counter)
  if (open && open.endsAt > now) return open
  const fresh = { count: 0, endsAt, unsent: 0 }
  tally.windows.set(counter, fresh)
  return fresh
}

/** The window of a counter, if it is still open. */
export function openWindow(tally: Tally, counter: string, now: number): Window | undefined {
  const window = tally.windows.get(counter)
  return window && window.endsAt > now ? window : undefined
}

export function countOne(window: Window): void {
  window.count++
  window.unsent++
}

const StoredTally = z.object({ windows: z.record(z.string(), z.object({ count: z.number(), endsAt: z.number() })) })
const keyOf = (party: string) => `tally:${party}`

/** Time for which KV's answer is believed: KV's own answers are up to a minute old as well. */
const FRESH_MS = MINUTE_MS

/** Asks KV for the counts of other isolates, at most once a minute. Without an answer this isolate's own count is used. */
export async function catchUp(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  if (Math.abs(now - tally.readAt) < FRESH_MS) return
  await readAgain(kv, party, tally, now)
}

/**
 * Merges KV's counts into this isolate's and takes the greater, so that no isolate takes back a count of another.
 * @returns whether KV answered
 */
async function readAgain(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<boolean> {
  const answer = await kv.get(keyOf(party), 'json').catch(() => undefined)
  tally.readAt = now
  if (answer === undefined) return false
  const { data } = StoredTally.safeParse(answer)
  for (const [counter, { count, endsAt }] of Object.entries(data?.windows ?? {})) {
    if (endsAt <= now) continue
    const mine = windowOf(tally, counter, now, endsAt)
    mine.count = Math.max(mine.count, count + mine.unsent)
    mine.endsAt = Math.max(mine.endsAt, endsAt)
  }
  return true
}

/** KV takes one write a second for each key. */
const WRITE_EVERY_MS = SECOND_MS

/** Whether some counts are not written to KV yet. */
export const isUntold = ({ windows }: Tally) => [...windows.values()].some(({ unsent }) => unsent > 0)

/**
 * Writes the counts of one party to KV, on top of other isolates' counts, at most once a second. If KV refuses, because
 * others write too, the counts stay unsent until the next time.
 */
export async function tellKv(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  if (Math.abs(now - tally.writtenAt) < WRITE_EVERY_MS) return
  tally.writtenAt = now
  // KV is read first: otherwise this write would erase the counts of other isolates.
  if (!(await readAgain(kv, party, tally, now))) return
  const live = [...tally.windows].filter(([, { endsAt }]) => endsAt > now)
  if (live.length === 0) return
  const told = live.map(([, window]) => ({ window, unsent: window.unsent }))
  for (const { window } of told) window.unsent = 0
  const windows = Object.fromEntries(live.map(([counter, { count, endsAt }]) => [counter, { count, endsAt }]))
  const lastsUntil = Math.max(...live.map(([, { endsAt }]) => endsAt))
  const expirationTtl = Math.max(60, Math.ceil((lastsUntil - now) / SECOND_MS))
  await kv.put(keyOf(party), JSON.stringify({ windows }), { expirationTtl }).catch(() => {
    for (const { window, unsent } of told) window.unsent += unsent
  })
}
