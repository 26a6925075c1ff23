import type { Context, Next } from 'hono'
import { claimKey, type KeyUse, releaseKey, storeAnswer } from '../db/idempotency.ts'
import { sha256 } from '../kernel/digest.ts'
import { Failure, fail, invalid } from '../kernel/failure.ts'
import { report } from '../kernel/report.ts'
import { EMPLOYEES, type Role } from '../kernel/roles.ts'
import { seal, unseal } from '../kernel/seal.ts'
import { HOUR_MS, SECOND_MS } from '../kernel/time.ts'
import type { AppEnv } from './app-env.ts'
import type { Form } from './form.ts'
import { type Operation, type Rereading, takesKey } from './operation.ts'

/**
 * Runs the operation once for each Idempotency-Key (docs/conventions.md, Idempotency-Key). The same key and body
 * replays the stored answer, refusals included; an answer that may change in a moment is never stored.
 * The operation's own commit marks the key, so a crash between commit and answer cannot make it run twice.
 */
export async function answerOnce(c: Context<AppEnv>, operation: Operation, next: Next): Promise<Response | undefined> {
  const key = c.req.header('idempotency-key')
  const ctx = c.get('ctx')
  const { caller } = ctx
  if (key === undefined || caller.kind !== 'person' || !takesKey(c.req.method, c.req.path, operation)) {
    await next()
    return undefined
  }
  if (!/^[\x21-\x7e]{1,64}$/.test(key))
    invalid('Idempotency-Key', 'La clé doit avoir de 1 à 64 caractères, sans espace.')

  const use: KeyUse = {
    scope: `${caller.actor.id} ${operation.id}`,
    key,
    claim: crypto.randomUUID(),
    bodyHash: await sha256(
      `${asWhom(caller.actor.role)}${JSON.stringify(c.req.param())}\n${await bodyOf(c, operation)}`,
    ),
  }
  const claim = await claimKey(ctx.db, use, ctx.now)
  if (claim.kind === 'reused') fail('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  if (claim.kind === 'running') fail('CONFLICT', 'REQUEST_IN_PROGRESS')
  if (claim.kind === 'lost') fail('CONFLICT', { reason: 'REQUEST_IN_PROGRESS', message: ANSWER_LOST })
  if (claim.kind === 'tooMany') fail('TOO_MANY_REQUESTS', { message: TOO_MANY_KEYS, retryAfter: HOUR_MS / SECOND_MS })
  if (claim.kind === 'replay') {
    const [version, text = ''] = claim.response.split(':')
    const kept = await unseal(ctx.settings.sealKeys, ownerOf(use), { version: Number(version), text })
    return replay(c, operation, claim.status, kept)
  }

  ctx.keyUse = use
  await next()
  // Work that the operation left for later no longer belongs to it.
  ctx.keyUse = undefined
  // By now Hono has turned a handler's error into an answer. The answer is good even if its copy cannot be kept.
  await (isLasting(c.res.status, c.error) ? keep(c, operation, use) : releaseKey(ctx.db, use)).catch((error: unknown) =>
    report('key not kept', { operation: operation.id }, error),
  )
  // The commit is done, but its answer was lost on the way: the key holds it for the next request.
  if (use.lostAnswer !== undefined) throw use.lostAnswer
  return undefined
}

async function keep(c: Context<AppEnv>, operation: Operation, use: KeyUse): Promise<void> {
  const { db, settings } = c.get('ctx')
  const kept = keptOf(await c.res.clone().text(), readAgainBy(operation, c.get('reread').of(operation)))
  const { version, text } = await seal(settings.sealKeys, ownerOf(use), kept)
  await storeAnswer(db, use, c.res.status, `${version}:${text}`)
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

const pickFields = (data: Record<string, unknown>, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => isKept(name)))

/**
 * Answers a replay: the thing as the caller may read it now, or the refusal of reading it; an answer that nothing reads
 * again is shown as it was kept.
 * @throws 409 if the answer was not kept and nothing can read it again
 */
async function replay(c: Context<AppEnv>, operation: Operation, status: number, kept: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' }
  const { data, error } = JSON.parse(kept) as { data?: Record<string, unknown>; error?: object }
  const isRead = readAgainBy(operation, c.get('reread').of(operation)) !== undefined
  if (data && !isRead) await operation.refusesReplay?.(c.get('ctx'), data)
  if (error || (data && !isRead)) return c.body(kept, status as 200, headers)
  const again = await readAnew(c, operation, data ?? {})
  if (again instanceof Response) return again
  if (!again) fail('CONFLICT', { reason: 'REQUEST_IN_PROGRESS', message: ANSWER_LOST })
  return c.body(JSON.stringify({ success: true, data: again }), status as 200, headers)
}

/** Answers the fields that the reading shows, with those that only the first answer had; or the refusal of reading. */
async function readAnew(c: Context<AppEnv>, operation: Operation, kept: Record<string, unknown>) {
  const { of, read } = c.get('reread')
  const rereading = of(operation)
  if (!rereading)
    return operation.again?.(c.get('ctx'), kept, { id: c.req.param('id') ?? '', json: () => c.req.json() })
  const answer = await read(rereading, kept)
  if (!answer?.ok) return answer
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  const { fields, own } = rereading
  // A view without fields of its own is shown as the reading answers it.
  const shown = fields.length > 0 ? pickFields(data, (name) => fields.includes(name)) : data
  return { ...shown, ...pickFields(kept, (name) => own.includes(name)) }
}

/**
 * A prefix for the team's requests, whose answers are only for the team: with another role, or none, the key counts as
 * used for something else.
 */
const asWhom = (role: Role) => (EMPLOYEES.includes(role) ? `${role}\n` : '')

/** The owner under which an answer is sealed, one for each key: answers hold hand-over codes and phone numbers. */
const ownerOf = ({ scope, key }: KeyUse) => `answer ${scope} ${key}`

/** Refusals that end by themselves, or after a proof, and say nothing about the request. */
const PASSING: readonly unknown[] = [
  'APPROVER_HELD',
  'MFA_REQUIRED',
  'PAYMENT_IN_PROGRESS',
  'REAUTH_REQUIRED',
  'REQUEST_IN_PROGRESS',
  'SHOP_CLOSED',
  'TOO_MANY_UNPAID',
  'WITHDRAWAL_HELD',
]

/** Whether an answer is kept: not if a moment later it may be another. */
export function isLasting(status: number, error: Error | undefined): boolean {
  if (status >= 500 || status === 429) return false
  return error === undefined || (error instanceof Failure && !PASSING.includes(error.reason))
}

const TOO_MANY_KEYS =
  'Vous avez utilisé trop de clés (Idempotency-Key) en 24 heures. Continuez sans clé, ou réessayez plus tard.'

const ANSWER_LOST =
  "Cette requête a bien été exécutée, mais sa réponse s'est perdue. Regardez ce qui a changé avant de recommencer."

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
