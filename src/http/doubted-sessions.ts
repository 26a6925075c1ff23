import { MINUTE_MS } from '../kernel/time.ts'

/** Most sessions that an isolate remembers. */
const MOST = 5000
const doubtedUntil = new Map<string, number>()

/**
 * Notes that a session did not hold what its token said: for a minute its requests read its row before anything else, so that a token
 * that is sent again and again costs no more than that row.
 */
export function doubtSession(id: string, now: number): void {
  if (doubtedUntil.size >= MOST) doubtedUntil.clear()
  doubtedUntil.set(id, now + MINUTE_MS)
}

export const isDoubted = (id: string, now: number): boolean => (doubtedUntil.get(id) ?? 0) > now
