import type { Context, Next } from 'hono'
import { claimKey, type KeyUse, releaseKey, storeAnswer } from '../db/idempotency.ts'
import { sha256, sha256Bytes } from '../kernel/digest.ts'
import { Failure, fail, invalid } from '../kernel/failure.ts'
import type { AppEnv } from './app-env.ts'
import { type Operation, takesKey } from './operation.ts'

/**
 * Runs the operation once for each Idempotency-Key (docs/conventions.md, Idempotency-Key): the same key and body replays the stored
 * answer, refusals included; a 5xx is never stored. The key is marked inside the operation's own commit, so a crash
 * between the commit and the answer cannot make it happen twice.
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
    bodyHash: await sha256(`${JSON.stringify(c.req.param())}\n${await bodyOf(c, operation)}`),
  }
  const claim = await claimKey(ctx.db, use, ctx.now)
  if (claim.kind === 'reused') fail('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  if (claim.kind === 'running') fail('CONFLICT', 'REQUEST_IN_PROGRESS')
  if (claim.kind === 'lost') fail('CONFLICT', { reason: 'REQUEST_IN_PROGRESS', message: ANSWER_LOST })
  if (claim.kind === 'replay') {
    const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' }
    return c.body(claim.response, claim.status as 200, headers)
  }

  ctx.keyUse = use
  await next()
  // Hono has turned a handler's error into an answer by now, and kept it.
  const isOurs = c.error === undefined || c.error instanceof Failure
  // What may be answered otherwise in a moment is not an answer to keep.
  const isLasting = c.res.status < 500 && c.res.status !== 429
  if (isOurs && isLasting) await storeAnswer(ctx.db, use, c.res.status, await c.res.clone().text())
  else await releaseKey(ctx.db, use)
  return undefined
}

const ANSWER_LOST =
  "Cette requête a bien été exécutée, mais sa réponse s'est perdue. Regardez ce qui a changé avant de recommencer."

/** A form is told by its fields and the digests of its files. */
async function bodyOf(c: Context<AppEnv>, operation: Operation): Promise<string> {
  if (operation.json) return c.req.text()
  if (!operation.form) return ''
  const parts = [...(await c.req.formData())].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await sha256Bytes(new Uint8Array(await value.arrayBuffer())),
  ])
  return JSON.stringify(await Promise.all(parts))
}
