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

/** A claim that never committed is dead after this: its request was cut off before it wrote anything. */
const CLAIM_MS = MINUTE_MS

const isKey = ({ scope, key }: KeyUse) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))

/** Takes a key for this request, or says what became of the request that had it first. */
export async function claimKey(db: Db, use: KeyUse, now: number): Promise<Claim> {
  const [taken, rows] = await readTogether(
    db,
    db
      .insert(idempotencyKeys)
      .values({ ...use, createdAt: now })
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: { createdAt: now, bodyHash: use.bodyHash },
        setWhere: sql`idempotency_keys.committed_at IS NULL AND idempotency_keys.status IS NULL AND idempotency_keys.created_at < ${now - CLAIM_MS}`,
      })
      .returning({ key: idempotencyKeys.key }),
    db.select().from(idempotencyKeys).where(isKey(use)),
  )
  if (taken.length > 0) return { kind: 'mine' }
  const row = rows[0]
  if (row?.bodyHash !== use.bodyHash) return { kind: 'reused' }
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
