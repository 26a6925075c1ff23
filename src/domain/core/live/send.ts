import type { LiveNote } from '#db/schema/core/live.ts'
import type { Ctx } from '../context.ts'
import { withWords } from './notification.ts'

/** Most people who hear of one commit, and of all commits of a request or run: everybody else reads it in their lists. */
const MOST_OF_A_COMMIT = 100
const MOST_OF_A_RUN = 500

/**
 * Sends what a commit noted to the people who listen, after the answer, in one call a person (docs/live.md, Bounds). Sessions that ended come
 * first. Nothing is tried again: the lists say the same.
 */
export function sendLive({ live, later }: Pick<Ctx, 'live' | 'later'>, notes: LiveNote[]): void {
  const inOrder = notes.toSorted(
    (a, b) => Number(b.sessionId !== null) - Number(a.sessionId !== null) || a.place - b.place,
  )
  const people = [...Map.groupBy(inOrder, ({ userId }) => userId)]
  const hearers = people.slice(0, Math.min(MOST_OF_A_COMMIT, MOST_OF_A_RUN - live.wakes))
  if (hearers.length === 0) return
  live.wakes += hearers.length
  later(async () => {
    const calls = hearers.map(([userId, own]) => live.tell(userId, own.map(withWords)))
    // A call that fails stops no other, and its error is thrown after all are done.
    await Promise.allSettled(calls)
    await Promise.all(calls)
  })
}
