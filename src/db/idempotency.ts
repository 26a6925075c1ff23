import { and, eq, isNull, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../kernel/time.ts'
import { type Db, readTogether, type Write } from './client.ts'
import { abortUnlessChanged, guard } from './guard.ts'
import { idempotencyKeys } from './schema/core/idempotency.ts'
import { repeatHarmless } from './trips.ts'

export type KeyUse = {
  scope: string
  key: string
  bodyHash: string
  /** Drawn for this request: if another request has taken the key over, this claim no longer matches. */
  claim: string
  /** The database's error after a commit that turned out to be done. */
  lostAnswer?: unknown
}
export type Claim =
  | { kind: 'mine' }
  | { kind: 'replay'; status: number; response: string }
  /** The request that claimed it first still runs. */
  | { kind: 'running' }
  /** The request was committed, and cut off before its answer was kept. */
  | { kind: 'lost' }
  | { kind: 'reused' }
  /** The account has all the keys that it may keep. */
  | { kind: 'tooMany' }

/** Most keys of one account at a time (docs/limits.md, Quotas). */
export const MOST_KEYS = 2000

/** Time in ms after which a claim that never committed is dead: its request was cut off before it wrote anything. */
const CLAIM_MS = MINUTE_MS

/** An account's id begins the scope of its keys. */
const counterOf = (scope: string) => `keys:${scope.slice(0, 36)}`

const isKey = ({ scope, key }: KeyUse) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
const isMine = (use: KeyUse) => and(isKey(use), eq(idempotencyKeys.claim, use.claim))

/** Takes a key for this request, or tells the state of the request that claimed it first. */
export async function claimKey(db: Db, use: KeyUse, now: number): Promise<Claim> {
  const [taken, rows] = await repeatHarmless(db, () => takeKey(db, use, now))
  if (taken.length > 0) return { kind: 'mine' }
  const row = rows[0]
  if (!row) return { kind: 'tooMany' }
  if (row.bodyHash !== use.bodyHash) return { kind: 'reused' }
  if (row.status !== null && row.response !== null)
    return { kind: 'replay', status: row.status, response: row.response }
  const isOver = row.committedAt !== null && row.createdAt < now - CLAIM_MS
  return { kind: isOver ? 'lost' : 'running' }
}

/** Takes the key; twice is as good as once, because the second time the key is already this request's. */
const takeKey = (db: Db, use: KeyUse, now: number) => {
  const { scope, key, bodyHash, claim } = use
  return readTogether(
    db,
    // Triggers keep the count. An existing key may be taken, however many there are.
    db.all<{ key: string }>(sql`
      INSERT INTO idempotency_keys (scope, key, body_hash, claim, created_at)
      SELECT ${scope}, ${key}, ${bodyHash}, ${claim}, ${now}
      WHERE coalesce((SELECT c.value FROM counters c WHERE c.name = ${counterOf(scope)}), 0) < ${MOST_KEYS}
        OR EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.scope = ${scope} AND k.key = ${key})
      ON CONFLICT (scope, key) DO UPDATE
      SET created_at = excluded.created_at, body_hash = excluded.body_hash, claim = excluded.claim
      WHERE idempotency_keys.committed_at IS NULL AND idempotency_keys.status IS NULL
        AND (idempotency_keys.created_at < ${now - CLAIM_MS} OR idempotency_keys.claim = excluded.claim)
      RETURNING key`),
    db.select().from(idempotencyKeys).where(isKey(use)),
  )
}

/** The key was given back, or another request has taken it. */
const KEY_GONE = guard('KEY_GONE', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * Marks the key in the operation's own commit: a retry after a crash never runs it again, and a commit that comes through after its request
 * gave the key back writes nothing.
 */
export const markCommitted = (db: Db, use: KeyUse, commitId: string, now: number): Write[] => [
  db.update(idempotencyKeys).set({ committedAt: now, lastCommit: commitId }).where(isMine(use)),
  abortUnlessChanged(db, KEY_GONE),
]

/** Whether this commit is there. The answer no may be late or wrong, yes never. */
export async function isCommitted(db: Db, use: KeyUse, commitId: string): Promise<boolean> {
  const [row] = await db.select({ id: idempotencyKeys.lastCommit }).from(idempotencyKeys).where(isMine(use))
  return row?.id === commitId
}

/** Keeps the answer for replays. */
export const storeAnswer = (db: Db, use: KeyUse, status: number, response: string): Promise<unknown> =>
  repeatHarmless(db, () => db.update(idempotencyKeys).set({ status, response }).where(isMine(use)))

/**
 * Gives the key back after an error that must not be replayed, if nothing was written. If something was, a retry is told so at once: nobody
 * waits for a request that is over.
 */
export const releaseKey = (db: Db, use: KeyUse): Promise<unknown> =>
  repeatHarmless(db, () =>
    db.batch([
      db.delete(idempotencyKeys).where(and(isMine(use), isNull(idempotencyKeys.committedAt))),
      db
        .update(idempotencyKeys)
        .set({ createdAt: sql`${idempotencyKeys.createdAt} - ${CLAIM_MS + 1}` })
        .where(isMine(use)),
    ]),
  )
