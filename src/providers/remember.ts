import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'

/** An answer is as good as a new one for the first of these, and serves for the second if nobody can be asked. */
const FRESH_MS = MINUTE_MS
const STALE_MS = 5 * MINUTE_MS
/** Nobody asks again for this long after no answer came. */
const SILENT_MS = 10 * SECOND_MS
/** A question that is not answered by then was lost with the request that asked it. */
const ASKING_MS = 15 * SECOND_MS
const STEP_MS = 50

/**
 * An answer of the outside that many read: asked for when it is older than a minute, by one of them at a time, and kept for as
 * long as the caller keeps this. The others read the last one meanwhile, up to five minutes old, or wait for the first.
 * @param ask answers undefined if there was no readable answer; that is kept for ten seconds
 */
export function remember<T>(ask: () => Promise<T | undefined>): (now: number) => Promise<T | undefined> {
  let last: { value: T; at: number } | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let askingSince: number | undefined

  // The asker may have come a moment later than this reader.
  const isWithin = (at: number, ms: number, now: number) => Math.abs(now - at) < ms
  const read = (ms: number, now: number) => (last && isWithin(last.at, ms, now) ? last.value : undefined)
  const isBeingAsked = (now: number) => askingSince !== undefined && isWithin(askingSince, ASKING_MS, now)

  async function askNow(now: number): Promise<void> {
    askingSince = now
    triedAt = now
    try {
      const value = await ask()
      if (value !== undefined) last = { value, at: now }
    } finally {
      askingSince = undefined
    }
  }

  return async (now) => {
    const fresh = read(FRESH_MS, now)
    if (fresh !== undefined) return fresh
    if (!isBeingAsked(now) && !isWithin(triedAt, SILENT_MS, now)) await askNow(now)
    // A request may not wait for what another one began, but it may look whether it is there.
    for (
      let waited = 0;
      isBeingAsked(now) && read(STALE_MS, now) === undefined && waited < ASKING_MS;
      waited += STEP_MS
    )
      await new Promise((done) => setTimeout(done, STEP_MS))
    return read(STALE_MS, now)
  }
}
