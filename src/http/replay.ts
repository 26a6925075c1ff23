import type { Context } from 'hono'
import { TOO_MANY_KEYS } from '../db/idempotency.ts'
import { fail } from '../kernel/failure.ts'
import { unseal } from '../kernel/seal.ts'
import type { AppEnv } from './app-env.ts'
import { ownerOf, pickFields, readAgainBy, type UsedKey } from './idempotency.ts'
import type { Operation } from './operation.ts'

/**
 * Answers a request whose key was used before: the same key and body replays the stored answer, refusals included.
 * @throws 409, 429
 */
export async function answerUsed(c: Context<AppEnv>, { use, claim }: UsedKey): Promise<Response> {
  if (claim.kind === 'reused') fail('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  if (claim.kind === 'running') fail('CONFLICT', 'REQUEST_IN_PROGRESS')
  if (claim.kind === 'lost') fail('CONFLICT', { reason: 'REQUEST_IN_PROGRESS', message: ANSWER_LOST })
  if (claim.kind === 'tooMany') fail('TOO_MANY_REQUESTS', TOO_MANY_KEYS)
  const [version, text = ''] = claim.response.split(':')
  const kept = await unseal(c.get('ctx').settings.sealKeys, ownerOf(use), { version: Number(version), text })
  return replay(c, c.get('operation') as Operation, claim.status, kept)
}

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

const ANSWER_LOST =
  "Cette requête a bien été exécutée, mais sa réponse s'est perdue. Regardez ce qui a changé avant de recommencer."
