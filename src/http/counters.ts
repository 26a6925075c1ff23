import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'

/** Requests of one tier, or failures, until `endsAt`; `unsent` of them KV does not know yet. */
export type Window = { count: number; endsAt: number; unsent: number }

/** What is known of one address, account or session. */
export type Tally = {
  windows: Map<string, Window>
  /** When KV was last asked, and last told. */
  readAt: number
  writtenAt: number
}

/** Half of what an isolate remembers of one kind. */
const GENERATION = 5000

/**
 * What this isolate knows of whom. It remembers the last 5,000 to 10,000 who asked, in two generations: when the young one is
 * full it becomes the old one and the old one is dropped, so that no request pays for tidying up.
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
/** Kept apart: whoever makes up accounts to try pushes nobody's address out. */
const pairs = memory()

export const tallyOf = (party: string) => parties.of(party)
/** The tries of one address, or of a device of its own, at one account. They stay in this isolate: D1 counts those of the account exactly. */
export const pairTallyOf = (party: string, account: string) => pairs.of(`${party} ${account}`)
/** How many parties are remembered. */
export const rememberedParties = parties.size

/** When the fixed window ends that an instant is in. */
export const windowEnd = (now: number, windowMs: number) => (Math.floor(now / windowMs) + 1) * windowMs

/** The window of a counter, opened anew when the last one is over. */
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

const Stored = z.object({ windows: z.record(z.string(), z.object({ count: z.number(), endsAt: z.number() })) })
const keyOf = (party: string) => `tally:${party}`

/** How long what KV said is believed: its own answers are up to a minute old as well. */
const FRESH_MS = MINUTE_MS

/** Asks KV what other isolates counted, at most once a minute. Without an answer this isolate's own count has to do. */
export async function catchUp(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  if (Math.abs(now - tally.readAt) < FRESH_MS) return
  await readAgain(kv, party, tally, now)
}

/**
 * What KV has, and what is counted here, by the greater of the two: no isolate takes back what another counted.
 * @returns whether KV answered
 */
async function readAgain(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<boolean> {
  const answer = await kv.get(keyOf(party), 'json').catch(() => undefined)
  tally.readAt = now
  if (answer === undefined) return false
  const { data } = Stored.safeParse(answer)
  for (const [counter, { count, endsAt }] of Object.entries(data?.windows ?? {})) {
    if (endsAt <= now) continue
    const mine = windowOf(tally, counter, now, endsAt)
    mine.count = Math.max(mine.count, count + mine.unsent)
    mine.endsAt = Math.max(mine.endsAt, endsAt)
  }
  return true
}

/** KV takes one write a second of a key. */
const WRITE_EVERY_MS = SECOND_MS

/** Whether KV does not know all of it yet. */
export const isUntold = ({ windows }: Tally) => [...windows.values()].some(({ unsent }) => unsent > 0)

/**
 * Tells KV what is counted of somebody, on top of what others told it; not twice within a second. What KV refuses, because
 * other isolates write too, stays untold until the next time.
 */
export async function tellKv(kv: KVNamespace, party: string, tally: Tally, now: number): Promise<void> {
  if (Math.abs(now - tally.writtenAt) < WRITE_EVERY_MS) return
  tally.writtenAt = now
  // Without what others told it, KV would forget that.
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
