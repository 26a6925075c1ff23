import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'

/** Requests of one tier, or failures, until `endsAt`; `unsent` of them KV does not know yet. */
export type Window = { count: number; endsAt: number; unsent: number }

/** What is known of one address or account. */
export type Tally = {
  windows: Map<string, Window>
  blockedUntil: number
  /** When KV was last asked, and last told. */
  readAt: number
  writtenAt: number
}

/** Half of what an isolate remembers. */
const GENERATION = 5000
let young = new Map<string, Tally>()
let old = new Map<string, Tally>()

/**
 * What this isolate knows of somebody. It remembers the last 5,000 to 10,000 who asked, in two generations: when the young
 * one is full it becomes the old one and the old one is dropped, so that no request pays for tidying up.
 */
export function tallyOf(party: string): Tally {
  const found = young.get(party)
  if (found) return found
  const tally = old.get(party) ?? { windows: new Map(), blockedUntil: 0, readAt: 0, writtenAt: 0 }
  if (young.size >= GENERATION) {
    old = young
    young = new Map()
  }
  young.set(party, tally)
  return tally
}

/** How many parties are remembered. */
export const rememberedParties = () => young.size + old.size

/** The window of a counter, opened anew when the last one is over. */
export function windowOf(tally: Tally, counter: string, now: number, endsAt: number): Window {
  const open = tally.windows.get(counter)
  if (open && open.endsAt > now) return open
  const fresh = { count: 0, endsAt, unsent: 0 }
  tally.windows.set(counter, fresh)
  return fresh
}

const Stored = z.object({
  blockedUntil: z.number(),
  windows: z.record(z.string(), z.object({ count: z.number(), endsAt: z.number() })),
})
const keyOf = (party: string) => `tally:${party}`

/** How long what KV said is believed: its own answers are up to a minute old as well. */
const FRESH_MS = MINUTE_MS

/** Asks KV what other isolates counted, at most once a minute. Without an answer this isolate's own count has to do. */
export async function catchUp(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  if (Math.abs(now - tally.readAt) < FRESH_MS) return
  await readAgain(kv, party, tally, now)
}

async function readAgain(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  const answer = await kv.get(keyOf(party), 'json').catch(() => null)
  tally.readAt = now
  const stored = Stored.safeParse(answer)
  if (!stored.success) return
  tally.blockedUntil = Math.max(tally.blockedUntil, stored.data.blockedUntil)
  for (const [counter, { count, endsAt }] of Object.entries(stored.data.windows)) {
    if (endsAt <= now) continue
    const mine = windowOf(tally, counter, now, endsAt)
    mine.count = Math.max(mine.count, count + mine.unsent)
    mine.endsAt = Math.max(mine.endsAt, endsAt)
  }
}

/** KV takes one write a second of a key. */
const WRITE_EVERY_MS = SECOND_MS

/** Tells KV what is counted of somebody; not twice within a second, but a block always. */
export async function tellKv(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  const isBlocked = tally.blockedUntil > now
  if (!isBlocked && Math.abs(now - tally.writtenAt) < WRITE_EVERY_MS) return
  tally.writtenAt = now
  const live = [...tally.windows].filter(([, { endsAt }]) => endsAt > now)
  for (const [, window] of live) window.unsent = 0
  const windows = Object.fromEntries(live.map(([counter, { count, endsAt }]) => [counter, { count, endsAt }]))
  const lastsUntil = Math.max(tally.blockedUntil, ...live.map(([, { endsAt }]) => endsAt))
  const expirationTtl = Math.max(60, Math.ceil((lastsUntil - now) / SECOND_MS))
  const value = JSON.stringify({ blockedUntil: tally.blockedUntil, windows })
  // Losing a count is not worth an alarm.
  await kv.put(keyOf(party), value, { expirationTtl }).catch(() => undefined)
}

/** Asks and tells at once: what the looser tiers do now and then. */
export async function exchange(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  await readAgain(kv, party, tally, now)
  await tellKv(kv, party, tally, now)
}
