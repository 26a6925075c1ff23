import type { BatchResponse } from 'drizzle-orm/batch'
import { Failure, fail } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import { type Db, isRead, type Write } from './client.ts'
import { isCommitted, type KeyUse, markCommitted } from './idempotency.ts'
import { isMeant, Stale, throwMeaning } from './violation.ts'

type CommitScope = {
  db: Db
  now: number
  ids: Pick<Ids, 'v4'>
  /** The Idempotency-Key of the request: every commit of it marks the key, so that a retry never runs it again. */
  keyUse?: KeyUse | undefined
}

const listeners = new WeakMap<object, (answer: unknown) => void>()

/** Calls `tell` with what a statement answered, once the commit that holds it is through. */
export function onWritten<S extends Write>(statement: S, tell: (answer: unknown) => void): S {
  listeners.set(statement, tell)
  return statement
}

/** Tells what waits for these writes that they are done; `results` is missing where their answer was lost. */
function tellListeners(all: Write[], results: unknown[] = []): void {
  for (const [i, statement] of all.entries()) listeners.get(statement)?.(results[i])
}

/** How many rows a write changed, by its answer in a commit: its `returning`, or D1's own figures; undefined where that was lost. */
export const changedBy = (answer: unknown): number | undefined =>
  Array.isArray(answer) ? answer.length : (answer as D1Result | undefined)?.meta.changes

/**
 * Writes everything or nothing, in one trip, and answers the reads that follow the writes in the same trip. It is not
 * repeated where it may be done (docs/database.md): with an Idempotency-Key it is looked up whether it was.
 * @throws Stale when another change came first, or the business error of a broken constraint; Stumble
 */
export async function writeTogether<R extends Write[]>(
  ctx: CommitScope,
  writes: Write[],
  ...reads: R
): Promise<BatchResponse<R>> {
  const { db, keyUse, now } = ctx
  const commitId = keyUse ? ctx.ids.v4() : ''
  const marks = keyUse ? markCommitted(db, keyUse, commitId, now) : []
  const all = [...writes, ...marks, ...reads]
  if (all.length === 0) return [] as unknown as BatchResponse<R>
  try {
    const results: unknown[] = await db.batch(all as [Write, ...Write[]])
    tellListeners(all, results)
    return results.slice(writes.length + marks.length) as BatchResponse<R>
  } catch (error) {
    if (!keyUse || isMeant(error)) return throwMeaning(error)
    // A write that answers cannot be asked again what it answered.
    if (!reads.every(isRead) || !(await isCommitted(db, keyUse, commitId).catch(() => false))) throw error
    // The verb goes on, so that the key has its answer; the caller is told of the error (http/idempotency.ts).
    keyUse.lostAnswer = error
    tellListeners(all)
    return (reads.length > 0 ? await db.batch(reads as unknown as [Write, ...Write[]]) : []) as BatchResponse<R>
  }
}

/** Of a hundred who change one thing at once each comes through: every round one of them commits. */
export const EVERY_TURN = 100

const TOO_MANY_AT_ONCE = 'Plusieurs modifications arrivent en même temps. Réessayez dans un instant.'

/**
 * Runs a verb again when another change of the same thing was committed between its read and its commit, so that it
 * decides on the present state. Only for verbs that have done nothing outside before their commit.
 * @param most how often it runs: EVERY_TURN where all of many at once are to come through, one after the other
 * @throws 409 REQUEST_IN_PROGRESS where others were quicker each time: nothing changed, and it may be sent again
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

/** Whether a refusal came with this reason. */
export const refusedFor = (error: unknown, reason: Failure['reason']) =>
  error instanceof Failure && error.reason === reason
