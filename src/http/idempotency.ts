import type { Context } from 'hono'
import {
  type Claim,
  claimFrom,
  type KeyUse,
  keyStatement,
  releaseKey,
  storeAfterCommit,
  storeAnswer,
  TOO_MANY_KEYS,
} from '../db/idempotency.ts'
import type { Caller } from '../domain/core/context.ts'
import { sha256 } from '../kernel/digest.ts'
import { Failure, fail, invalid } from '../kernel/failure.ts'
import { report } from '../kernel/report.ts'
import { isOfTeam, type Role } from '../kernel/roles.ts'
import { seal } from '../kernel/seal.ts'
import type { AppEnv } from './app-env.ts'
import type { Form } from './form.ts'
import { type Operation, type Rereading, takesKey } from './operation.ts'

/** The key of a request was used before: an earlier request's answer stands for its own. */
export class UsedKey extends Error {
  override readonly name = 'UsedKey'
  readonly use: KeyUse
  readonly claim: Exclude<Claim, { kind: 'mine' }>
  constructor(use: KeyUse, claim: UsedKey['claim']) {
    super(claim.kind)
    this.use = use
    this.claim = claim
  }
}

/**
 * Lets the operation run once for each Idempotency-Key (docs/conventions.md, Idempotency-Key): the key is read with what the verb reads
 * first, and taken in the operation's own commit, so a crash between commit and answer cannot make it run twice.
 * @throws UsedKey, from the first trip
 */
export async function askForKey(c: Context<AppEnv>, operation: Operation): Promise<void> {
  const key = c.req.header('idempotency-key')
  const ctx = c.get('ctx')
  const { caller } = ctx
  const admission = c.get('admission')
  if (key === undefined || !admission || caller.kind !== 'person' || !takesKey(c.req.method, c.req.path, operation))
    return
  if (!/^[\x21-\x7e]{1,64}$/.test(key))
    invalid('Idempotency-Key', 'La clé doit avoir de 1 à 64 caractères, sans espace.')

  const scope = `${caller.actor.id} ${operation.id}`
  const hash = await sha256(`${JSON.stringify(c.req.param())}\n${await bodyOf(c, operation)}`)
  const use: KeyUse = { scope, key, claim: crypto.randomUUID(), bodyHash: hash }
  const judge = (rows: unknown[]) => {
    // The role is known by now, whatever the token says.
    use.bodyHash = `${asWhom(personOf(ctx.caller)?.role)}${hash}`
    const claim = claimFrom(rows, use, ctx.now)
    if (claim.kind !== 'mine') throw new UsedKey(use, claim)
    ctx.keyUse = use
    return true
  }
  admission.ask({ statement: keyStatement(use), judge })
}

const personOf = (caller: Caller) => (caller.kind === 'person' ? caller.actor : undefined)

/**
 * Keeps the answer of a request with a key, or gives the key back if a moment later the answer may be another. An answer after a commit is
 * kept while the caller reads it.
 */
export async function keepAnswer(c: Context<AppEnv>, operation: Operation): Promise<void> {
  const ctx = c.get('ctx')
  const use = ctx.keyUse
  if (!use) return
  // Work that the operation left for later no longer belongs to it.
  ctx.keyUse = undefined
  // By now Hono has turned a handler's error into an answer. The answer is good even if its copy cannot be kept.
  const orTell = (error: unknown) => report('key not kept', { operation: operation.id }, error)
  if (!isLasting(c.res.status, c.error)) {
    // A commit may still be under way only after an error of ours.
    if (c.res.status >= 500 || use.isCommitted) await releaseKey(ctx.db, use, ctx.now).catch(orTell)
  } else {
    const response = await sealed(c, operation, use)
    const { status } = c.res
    const kept = [ctx.db, use, ctx.now, status, response] as const
    if (use.isCommitted && use.lostAnswer === undefined) ctx.later(() => storeAfterCommit(...kept).catch(orTell))
    else refuseUnkept(await storeAnswer(...kept).catch(orTell))
  }
  // The commit is done, but its answer was lost on the way: the key holds it for the next request.
  if (use.lostAnswer !== undefined) throw use.lostAnswer
}

/** Without a commit another request may have come first with this key, or the account's keys are used up. */
function refuseUnkept(outcome: unknown): void {
  if (outcome === 'taken') fail('CONFLICT', 'REQUEST_IN_PROGRESS')
  if (outcome === 'tooMany') fail('TOO_MANY_REQUESTS', TOO_MANY_KEYS)
}

async function sealed(c: Context<AppEnv>, operation: Operation, use: KeyUse): Promise<string> {
  const kept = keptOf(await c.res.clone().text(), readAgainBy(operation, c.get('reread').of(operation)))
  const { version, text } = await seal(c.get('ctx').settings.sealKeys, ownerOf(use), kept)
  return `${version}:${text}`
}

/** Most bytes of an answer that one row keeps: sealed, the answer is a third longer, 8 KiB in all. */
const MAX_KEPT_BYTES = 6000

/** Tells whether a field of an answer that is read again is kept; undefined if the answer itself is kept. */
type IsKept = ((name: string) => boolean) | undefined

/**
 * The fields of an answer that are kept for reading it again: the ids, and fields that no reading shows. Other fields
 * are not kept, because their reader may lose the right to them.
 */
export function readAgainBy({ again }: Operation, rereading: Rereading | undefined): IsKept {
  if (rereading) return (name) => rereading.ids.includes(name) || rereading.own.includes(name)
  return again && ((name) => /^id$|Id$/.test(name))
}

/**
 * The text that is kept of an answer: the fields to read it again by, or else the answer itself. An answer that
 * is too long keeps only that it was given; a refusal, all but its details.
 */
export function keptOf(text: string, isKept: IsKept): string {
  const { data, error } = JSON.parse(text) as { data?: Record<string, unknown>; error?: object }
  if (data && isKept) return JSON.stringify({ data: pickFields(data, isKept) })
  if (Buffer.byteLength(text) <= MAX_KEPT_BYTES) return text
  return JSON.stringify(error ? { success: false, error: { ...error, details: undefined } } : {})
}

export const pickFields = (data: Record<string, unknown>, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => isKept(name)))

/**
 * A prefix for the team's requests, whose answers are only for the team: with another role, or none, the key counts as
 * used for something else.
 */
const asWhom = (role: Role | undefined) => (role && isOfTeam(role) ? `${role}\n` : '')

/** The owner under which an answer is sealed, one for each key: answers hold hand-over codes and phone numbers. */
export const ownerOf = ({ scope, key }: KeyUse) => `answer ${scope} ${key}`

/** Refusals that end by themselves, or after a proof, and say nothing about the request. */
const PASSING: readonly unknown[] = [
  'APPROVER_HELD',
  'MFA_REQUIRED',
  'PAYMENT_IN_PROGRESS',
  'REAUTH_REQUIRED',
  'REQUEST_IN_PROGRESS',
  'SHOP_CLOSED',
  'TOKEN_EXPIRED',
  'TOO_MANY_UNPAID',
  'WITHDRAWAL_HELD',
]

/** Whether an answer is kept: not if a moment later it may be another. */
export function isLasting(status: number, error: Error | undefined): boolean {
  if (status >= 500 || status === 429) return false
  return error === undefined || (error instanceof Failure && !PASSING.includes(error.reason))
}

/** The text that stands for a body: a form's is its fields and the digests of its files. */
async function bodyOf(c: Context<AppEnv>, operation: Operation): Promise<string> {
  if (operation.json) return canonical(await c.req.text())
  if (!operation.form) return ''
  const form = (await c.req.formData()) as unknown as Form
  return JSON.stringify([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.digest]))
}

/** Writes JSON in one way, whatever the order of its fields and its spaces were; any other text stays as it is. */
export function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) => (isObject(value) ? sortFields(value) : value))
  } catch {
    return text
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sortFields = (fields: object) => Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
