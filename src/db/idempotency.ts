import { and, eq, sql } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import type { Statement } from './admission.ts'
import type { Db, Write } from './client.ts'
import { abortOnce, guard } from './guard.ts'
import { once, type Value } from './once.ts'
import { idempotencyKeys } from './schema/core/idempotency.ts'
import { repeatHarmless } from './trips.ts'

export type KeyUse = {
  scope: string
  key: string
  bodyHash: string
  /** Drawn for this request: if another request has taken the key over, this claim no longer matches. */
  claim: string
  /** Whether a commit of this request holds the key. */
  isCommitted?: boolean
  /** The database's error after a commit that turned out to be done. */
  lostAnswer?: unknown
}
export type Claim =
  /** The key is free. */
  | { kind: 'mine' }
  | { kind: 'replay'; status: number; response: string }
  /** The request that took it still runs. */
  | { kind: 'running' }
  /** The request was committed, and cut off before its answer was kept. */
  | { kind: 'lost' }
  | { kind: 'reused' }
  /** The account has all the keys that it may keep. */
  | { kind: 'tooMany' }

/** Most keys of one account at a time (docs/limits.md, Quotas). */
export const MOST_KEYS = 2000

/** Time in ms after which a request that committed and kept no answer is over: it was cut off. */
const CLAIM_MS = MINUTE_MS

/** An account's id begins the scope of its keys. */
const counterOf = (scope: string) => `keys:${scope.slice(0, 36)}`

const isKey = ({ scope, key }: KeyUse) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
const isMine = (use: KeyUse) => and(isKey(use), eq(idempotencyKeys.claim, use.claim))

type KeyRow = {
  bodyHash: string | null
  status: number | null
  response: string | null
  committedAt: number | null
  createdAt: number
  live: number
}

/** Reads a key, and how many its account has: always one row. */
export const keyStatement = ({ scope, key }: KeyUse): Statement => ({
  sql: `SELECT k.body_hash AS bodyHash, k.status AS status, k.response AS response, k.committed_at AS committedAt,
      k.created_at AS createdAt, coalesce(c.value, 0) AS live
    FROM (SELECT 1) LEFT JOIN idempotency_keys k ON k.scope = ? AND k.key = ? LEFT JOIN counters c ON c.name = ?`,
  params: [scope, key, counterOf(scope)],
})

/** Whether a key is free for this request, or the state of the request that used it first. */
export function claimFrom([row]: unknown[], use: KeyUse, now: number): Claim {
  const { bodyHash, status, response, committedAt, createdAt, live } = row as KeyRow
  if (bodyHash === null) return { kind: live < MOST_KEYS ? 'mine' : 'tooMany' }
  if (committedAt === null && status === null) return { kind: 'mine' }
  if (bodyHash !== use.bodyHash) return { kind: 'reused' }
  if (status !== null && response !== null) return { kind: 'replay', status, response }
  return { kind: createdAt < now - CLAIM_MS ? 'lost' : 'running' }
}

/** Another request has taken the key, or this one gave it back. */
const KEY_GONE = guard('KEY_GONE', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** The refusal of one key too many. */
export const TOO_MANY_KEYS = {
  message: 'Vous avez utilisé trop de clés (Idempotency-Key) en 24 heures. Continuez sans clé, ou réessayez plus tard.',
  retryAfter: HOUR_MS / SECOND_MS,
}
const KEYS_FULL = guard('KEYS_FULL', 'TOO_MANY_REQUESTS', TOO_MANY_KEYS)

/**
 * Writes columns of a key that is this request's, or free. A key that its own request gave back stays so: a commit of that request that
 * comes through later finds it gone. Triggers keep the count.
 */
function keyWriter<Values extends Value[]>(...names: string[]) {
  const set = [...names, 'body_hash', 'claim', 'created_at'].map((name) => `${name} = excluded.${name}`)
  const write = once(
    (db, scope: string, key: string, hash: string, claim: string, now: number, counter: string, ...values: Values) =>
      db.run(sql`
        INSERT INTO idempotency_keys (scope, key, body_hash, claim, created_at, ${sql.raw(names.join(', '))})
        SELECT ${scope}, ${key}, ${hash}, ${claim}, ${now}${sql.join(values.map((value) => sql`, ${value}`))}
        WHERE coalesce((SELECT c.value FROM counters c WHERE c.name = ${counter}), 0) < ${MOST_KEYS}
          OR EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.scope = ${scope} AND k.key = ${key})
        ON CONFLICT (scope, key) DO UPDATE SET ${sql.raw(set.join(', '))}
        WHERE (idempotency_keys.claim = excluded.claim) <> (idempotency_keys.committed_at IS NULL AND idempotency_keys.status IS NULL)`),
    6 + names.length,
  )
  return (db: Db, { scope, key, bodyHash, claim }: KeyUse, now: number, ...values: Values) =>
    write(db, scope, key, bodyHash, claim, now, counterOf(scope), ...values)
}

const writeMark = keyWriter<[now: number, commitId: string]>('committed_at', 'last_commit')
const writeAnswer = keyWriter<[status: number, response: string]>('status', 'response')

const keyRow = (scope: string, key: string) =>
  sql`SELECT 1 FROM idempotency_keys k WHERE k.scope = ${scope} AND k.key = ${key}`
const abortUnlessKept = abortOnce((scope: string, key: string) => sql`NOT EXISTS (${keyRow(scope, key)})`)
const abortUnlessMarked = abortOnce(
  (scope: string, key: string, commitId: string) =>
    sql`NOT EXISTS (${keyRow(scope, key)} AND k.last_commit = ${commitId})`,
)

/**
 * Takes the key in the operation's own commit, before its writes: a retry never runs it again, and of two requests with one key the second
 * writes nothing.
 */
export const markCommitted = (db: Db, use: KeyUse, commitId: string, now: number): Write[] => [
  writeMark(db, use, now, now, commitId),
  abortUnlessKept(db, KEYS_FULL, use.scope, use.key),
  abortUnlessMarked(db, KEY_GONE, use.scope, use.key, commitId),
]

/** Whether this commit is there. The answer no may be late or wrong, yes never. */
export async function isCommitted(db: Db, use: KeyUse, commitId: string): Promise<boolean> {
  const [row] = await db.select({ id: idempotencyKeys.lastCommit }).from(idempotencyKeys).where(isMine(use))
  return row?.id === commitId
}

/** Keeps the answer of a request that has the key, after its commit. */
export const storeAfterCommit = async (
  db: Db,
  use: KeyUse,
  now: number,
  status: number,
  response: string,
): Promise<void> => void (await repeatHarmless(db, () => writeAnswer(db, use, now, status, response)))

/** Keeps the answer for replays, unless another request has taken the key, or the account has all that it may keep. */
export async function storeAnswer(
  db: Db,
  use: KeyUse,
  now: number,
  status: number,
  response: string,
): Promise<'kept' | 'taken' | 'tooMany'> {
  const [, rows] = await repeatHarmless(db, () =>
    db.batch([writeAnswer(db, use, now, status, response), db.select().from(idempotencyKeys).where(isKey(use))]),
  )
  const [row] = rows as (typeof idempotencyKeys.$inferSelect)[]
  if (!row) return 'tooMany'
  return row.claim === use.claim ? 'kept' : 'taken'
}

/**
 * Gives the key back after an error that must not be replayed: a commit that comes through later writes nothing. If something was written, a
 * retry is told so at once, because nobody waits for a request that is over.
 */
export const releaseKey = (db: Db, { scope, key, bodyHash, claim }: KeyUse, now: number): Promise<unknown> =>
  repeatHarmless(db, () =>
    db.run(sql`
      INSERT INTO idempotency_keys (scope, key, body_hash, claim, created_at)
      VALUES (${scope}, ${key}, ${bodyHash}, ${claim}, ${now - CLAIM_MS - 1})
      ON CONFLICT (scope, key) DO UPDATE SET created_at = excluded.created_at WHERE idempotency_keys.claim = excluded.claim`),
  )
