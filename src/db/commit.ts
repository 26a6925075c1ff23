import type { BatchResponse } from 'drizzle-orm/batch'
import { Failure, fail } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import { admitted, begun } from './admission.ts'
import { type Db, isRead, type Write } from './client.ts'
import { isCommitted, type KeyUse, markCommitted } from './idempotency.ts'
import { takeNotes } from './live-notes.ts'
import type { LiveNote } from './schema/core/live.ts'
import { isMeant, Stale, throwMeaning } from './violation.ts'

type CommitScope = {
  db: Db
  now: number
  ids: Pick<Ids, 'v4'>
  /** The Idempotency-Key of the request: every commit of it marks the key, so that a retry never runs it again. */
  keyUse?: KeyUse | undefined
  /** Hears the live messages that the writes noted, after the commit (docs/live.md). */
  hear?: (notes: LiveNote[]) => void
}

const listeners = new WeakMap<object, (answer: unknown) => void>()

/** Calls `tell` with the answer of a statement, after the commit that holds it is done. */
export function afterWrite<S extends Write>(statement: S, tell: (answer: unknown) => void): S {
  listeners.set(statement, tell)
  return statement
}

/** Tells the listeners of these writes that they are done; `results` is missing if their answer was lost. */
function tellListeners(all: Write[], results: unknown[] = []): void {
  for (const [i, statement] of all.entries()) listeners.get(statement)?.(results[i])
}

/**
 * Number of rows that a write changed, by its answer in a commit: its `returning`, or D1's own figures; undefined if the answer was lost.
 */
export const changedBy = (answer: unknown): number | undefined =>
  Array.isArray(answer) ? answer.length : (answer as D1Result | undefined)?.meta.changes

/**
 * Writes everything or nothing, in one trip, and answers the reads that follow in the same trip. It is not repeated if it may be done
 * already (docs/database.md); with an Idempotency-Key it checks whether it was.
 * @throws Stale if another change came first, or the business error of a broken constraint; Stumble
 */
export async function writeTogether<R extends Write[]>(
  ctx: CommitScope,
  writes: Write[],
  ...reads: R
): Promise<BatchResponse<R>> {
  // The key is this request's only once its caller is admitted.
  await admitted()
  const { db, keyUse, now } = ctx
  const commitId = keyUse ? ctx.ids.v4() : ''
  const marks = keyUse ? markCommitted(db, keyUse, commitId, now) : []
  // The marks come first: the second of two requests with one key hears of that before anything else.
  const all = [...marks, ...writes, ...reads]
  if (all.length === 0) return [] as unknown as BatchResponse<R>
  const last = ctx.hear ? [takeNotes(db)] : []
  try {
    const results: unknown[] = await db.batch([...all, ...last] as unknown as [Write, ...Write[]])
    const notes = (results.splice(all.length)[0] ?? []) as LiveNote[]
    begun()
    if (keyUse) keyUse.isCommitted = true
    tellListeners(all, results)
    if (notes.length > 0) ctx.hear?.(notes)
    return results.slice(writes.length + marks.length) as BatchResponse<R>
  } catch (error) {
    if (!keyUse || isMeant(error)) return throwMeaning(error)
    // A write with a lost answer cannot be asked for it again.
    if (!reads.every(isRead) || !(await isCommitted(db, keyUse, commitId).catch(() => false))) throw error
    // The operation continues, so that the key gets its answer; the caller is told of the error (http/idempotency.ts).
    begun()
    keyUse.isCommitted = true
    keyUse.lostAnswer = error
    tellListeners(all)
    return (reads.length > 0 ? await db.batch(reads as unknown as [Write, ...Write[]]) : []) as BatchResponse<R>
  }
}

/** Runs enough for a hundred changes of one thing at once: in every round one of them commits. */
export const EVERY_TURN = 100

const TOO_MANY_AT_ONCE = 'Plusieurs modifications arrivent en même temps. Réessayez dans un instant.'

/**
 * Runs an operation again if another change of the same thing was committed between its read and its commit, so that it decides on the
 * present state. Only for operations that do nothing outside before their commit.
 * @param most number of runs: EVERY_TURN if many at once must all succeed, one after the other
 * @throws 409 REQUEST_IN_PROGRESS if others were quicker each time: nothing changed, and it may be sent again
 */
export async function retryOnStale<T>(verb: () => Promise<T>, most = 4): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await verb()
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      if (tries === most) fail('CONFLICT', { reason: 'REQUEST_IN_PROGRESS', message: TOO_MANY_AT_ONCE })
    }
  }
}

/** Whether a refusal has this reason. */
export const refusedFor = (error: unknown, reason: Failure['reason']) =>
  error instanceof Failure && error.reason === reason
