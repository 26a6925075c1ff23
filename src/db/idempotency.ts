import { and, eq, isNull, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../kernel/time.ts'
import { type Db, readTogether, type Write } from './client.ts'
import { idempotencyKeys } from './schema/core/idempotency.ts'

export type KeyUse = { scope: string; key: string; bodyHash: string }
export type Claim =
  | { kind: 'mine' }
  | { kind: 'replay'; status: number; response: string }
  /** The request that had it first is running. */
  | { kind: 'running' }
  /** It was committed, and cut off before its answer was kept. */
  | { kind: 'lost' }
  | { kind: 'reused' }
  /** The account has all the keys that it may keep. */
  | { kind: 'tooMany' }

/** Keys of one account that are kept at a time (docs/limits.md, Quotas). */
export const MOST_KEYS = 2000

/** A claim that never committed is dead after this: its request was cut off before it wrote anything. */
const CLAIM_MS = MINUTE_MS

/** An account's id begins the scope of its keys. */
const counterOf = (scope: string) => `keys:${scope.slice(0, 36)}`

const isKey = ({ scope, key }: KeyUse) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))

/** Takes a key for this request, or says what became of the request that had it first. */
export async function claimKey(db: Db, use: KeyUse, now: number): Promise<Claim> {
  const { scope, key, bodyHash } = use
  const [taken, rows] = await readTogether(
    db,
    // Triggers keep the count. The key itself may be there already, however many there are.
    db.all<{ key: string }>(sql`
      INSERT INTO idempotency_keys (scope, key, body_hash, created_at)
      SELECT ${scope}, ${key}, ${bodyHash}, ${now}
      WHERE coalesce((SELECT c.value FROM counters c WHERE c.name = ${counterOf(scope)}), 0) < ${MOST_KEYS}
        OR EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.scope = ${scope} AND k.key = ${key})
      ON CONFLICT (scope, key) DO UPDATE SET created_at = excluded.created_at, body_hash = excluded.body_hash
      WHERE idempotency_keys.committed_at IS NULL AND idempotency_keys.status IS NULL
        AND idempotency_keys.created_at < ${now - CLAIM_MS}
      RETURNING key`),
    db.select().from(idempotencyKeys).where(isKey(use)),
  )
  if (taken.length > 0) return { kind: 'mine' }
  const row = rows[0]
  if (!row) return { kind: 'tooMany' }
  if (row.bodyHash !== bodyHash) return { kind: 'reused' }
  if (row.status !== null && row.response !== null)
    return { kind: 'replay', status: row.status, response: row.response }
  const isOver = row.committedAt !== null && row.createdAt < now - CLAIM_MS
  return { kind: isOver ? 'lost' : 'running' }
}

/** Goes into the operation's own commit: a retry after a crash then never runs it a second time. */
export const markCommitted = (db: Db, use: KeyUse, now: number): Write =>
  db.update(idempotencyKeys).set({ committedAt: now }).where(isKey(use))

/** Keeps the answer for replays. */
export async function storeAnswer(db: Db, use: KeyUse, status: number, response: string): Promise<void> {
  await db.update(idempotencyKeys).set({ status, response }).where(isKey(use))
}

/** Gives the key back after an error that wrote nothing and must not be replayed. */
export async function releaseKey(db: Db, use: KeyUse): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isKey(use), isNull(idempotencyKeys.committedAt)))
}
