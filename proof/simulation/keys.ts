import { sql } from 'drizzle-orm'
import { claimFrom, type KeyUse, keyStatement, releaseKey, storeAnswer } from '#db/idempotency.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { isLasting } from '#http/idempotency.ts'
import { CODES, type Code, Failure, fail, type Reason } from '#kernel/failure.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { memory } from './memory.ts'
import type { Plan } from './people/plan.ts'
import type { Task } from './scheduler.ts'
import { broke, fault, type Simulation } from './simulation.ts'

/** A request that bears an Idempotency-Key. */
export type Keyed = Plan & { as: Actor; key: string }

type Memory = { requests: (Keyed & { at: number })[]; doers: Map<string, number>; answers: Map<string, string[]> }
const newMemory = (): Memory => ({ requests: [], doers: new Map(), answers: new Map() })
/** A request belongs to the history that sent it: one that branches off repeats none of another's. */
const memoryOf = memory(newMemory, newMemory)

/** A key is good for a day (docs/conventions.md, Idempotency-Key); nobody repeats what is older. */
const GOOD_FOR_MS = 23 * HOUR_MS

/** Requests of some time ago that may be sent again. */
export const sentBefore = (simulation: Simulation): Keyed[] =>
  memoryOf(simulation).requests.filter(({ at }) => at > simulation.now - GOOD_FOR_MS)
const REMEMBERED = 8

/** Some requests of the market's people bear a key, and of those some leave twice at once. */
export function withKeys(simulation: Simulation, plans: Plan[]): Plan[] {
  const [first] = plans
  const { people, random } = simulation
  const isOurs = first?.as && Object.values(people).flat().includes(first.as)
  if (!first?.as || !isOurs || first.key !== undefined || !random.chance(0.15)) return plans
  const keyed: Keyed = { ...first, as: first.as, key: random.hex(16) }
  const { requests } = memoryOf(simulation)
  requests.push({ ...keyed, at: simulation.now })
  if (requests.length > REMEMBERED) requests.shift()
  return random.chance(0.2) ? [keyed, keyed] : [keyed]
}

/** Reads a key as the first trip of a request does. */
async function readKey(ctx: Ctx, use: KeyUse): Promise<unknown[]> {
  const { sql: text, params } = keyStatement(use)
  const parts = text.split('?').map((part) => sql.raw(part))
  return ctx.db.all(sql.join(parts.flatMap((part, i) => (i < params.length ? [part, sql`${params[i]}`] : [part]))))
}

/** Runs a request once for its key, as `src/http/idempotency.ts` does for the service. */
export async function answerOnce(simulation: Simulation, task: Task, ctx: Ctx, { label, as, args, key, run }: Keyed) {
  const use: KeyUse = {
    scope: `${as.id} ${label}`,
    key,
    bodyHash: JSON.stringify(args),
    claim: simulation.random.hex(16),
  }
  const claim = claimFrom(await readKey(ctx, use), use, ctx.now)
  fault(simulation, `key.${claim.kind}`)
  if (claim.kind === 'replay') return replay(simulation, key, claim.response)
  if (claim.kind === 'tooMany') fail('TOO_MANY_REQUESTS')
  if (claim.kind !== 'mine')
    fail('CONFLICT', claim.kind === 'reused' ? 'IDEMPOTENCY_KEY_REUSED' : 'REQUEST_IN_PROGRESS')

  task.key = key
  ctx.keyUse = use
  try {
    const answer = await run(ctx)
    ctx.keyUse = undefined
    await keep(simulation, ctx, use, 200, { answer })
    if (use.lostAnswer !== undefined) throw use.lostAnswer
    return answer
  } catch (error) {
    if (use.lostAnswer !== undefined && error === use.lostAnswer) throw error
    const status = error instanceof Failure ? CODES[error.code][0] : 500
    if (error instanceof Failure && isLasting(status, error))
      await keep(simulation, ctx, use, status, { code: error.code, reason: error.reason })
    else await releaseKey(ctx.db, use, ctx.now)
    throw error
  }
}

type Kept = { answer?: unknown; code?: Code; reason?: Reason | undefined }

async function keep(simulation: Simulation, { db, now }: Ctx, use: KeyUse, status: number, kept: Kept): Promise<void> {
  const text = JSON.stringify(kept)
  const { answers } = memoryOf(simulation)
  const known = answers.get(use.key) ?? []
  answers.set(use.key, known)
  known.push(text)
  if ((await storeAnswer(db, use, now, status, text)) === 'kept') return
  // Another request of the key may have added its own answer meanwhile, which stays.
  known.splice(known.indexOf(text), 1)
  fail('CONFLICT', 'REQUEST_IN_PROGRESS')
}

function replay(simulation: Simulation, key: string, text: string): unknown {
  const known = memoryOf(simulation).answers.get(key) ?? []
  if (!known.includes(text))
    broke(simulation, 'a repeated request gets the answer of the first', `${key}: ${known} ${text}`)
  const { answer, code, reason }: Kept = JSON.parse(text)
  return code ? fail(code, reason ? { reason } : {}) : answer
}

const MOVED = `SELECT coalesce((SELECT max(at) FROM moves), 0) + coalesce((SELECT max(rowid) FROM transfers), 0)
  + coalesce((SELECT max(rowid) FROM gateway_transactions), 0) + coalesce((SELECT max(rowid) FROM stock_movements), 0) AS n`

/** Watches what a request with a key wrote into the books themselves, whatever its key says: two of one key never both write. */
export function watchKey<T>(simulation: Simulation, { id, key, label }: Task, work: () => T): T {
  if (key === undefined) return work()
  const moved = () => simulation.store.look<{ n: number }>(MOVED)[0]?.n
  const before = moved()
  const answer = work()
  if (moved() === before) return answer
  const { doers } = memoryOf(simulation)
  const doer = doers.get(key) ?? id
  doers.set(key, doer)
  if (doer !== id) broke(simulation, 'what bears one key is done once', `${label}: #${doer} and #${id}`)
  return answer
}
