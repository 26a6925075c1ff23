import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import * as z from 'zod'
import { Failure, fail } from '../kernel/failure.ts'
import { addFacts } from '../kernel/report.ts'
import type { AppEnv } from './app-env.ts'
import { isBroken, mostBytesOf, parseJson, readBody, readFormBody, refuseBrokenText, refuseByHead } from './body.ts'
import { letCachesKeep } from './cache.ts'
import { settleAtDoor } from './door.ts'
import { validationFailure } from './french.ts'
import { askForKey, keepAnswer } from './idempotency.ts'
import { identifyCaller, settle } from './identify.ts'
import { setHeaders } from './limit-headers.ts'
import { asOperation, type Declaration, type Inputs, operationFrom, type Schema } from './operation.ts'
import { consumeAsGuest } from './rate-limit.ts'
import { isRead } from './session.ts'

/** The first handler of a route, which knows the declaration of its operation. */
export type Op<S extends Declaration> = MiddlewareHandler<AppEnv> & { declared?: S }

/** The schema of an operation without parameters or body. Only a gateway may add parameters to its callback's address. */
const NOTHING = z.strictObject({})

/**
 * The first handler of every route: says what the operation is, and lets through only a request that may and can run.
 * Refusals come in the order of docs/conventions.md, Order of refusals: 413, 415, 429, 401, 403, 400. If an operation
 * needs a sign-in, the body is read after it.
 */
export function op<const S extends Declaration>(declared: S): Op<S> {
  const operation = operationFrom(declared)
  const inputs: Inputs = { ...(!operation.rawBody && { query: NOTHING }), ...operation }
  const kind = operation.json ? 'json' : operation.form ? 'form' : undefined
  const takesNoBody = !operation.json && !operation.form && !operation.rawBody
  const validators = (['query', 'json', 'form', 'param'] as const).flatMap((target) => {
    if (target === 'json' && takesNoBody) return [refuseFields]
    return inputs[target] ? [validator(target, inputs[target])] : []
  })

  const guard: MiddlewareHandler<AppEnv> = async (c, next) => {
    addFacts({ operation: operation.id })
    c.set('operation', operation)
    const takesBody = !operation.rawBody && !isRead(c.req.method)
    const isGuests = operation.roles === 'public'
    const maxBytes = mostBytesOf(operation, c.req.path)
    let reading: Promise<void> | undefined
    const readOnce = () => {
      reading ??= readBody(c, kind, maxBytes)
      return reading
    }
    if (takesBody) {
      try {
        refuseByHead(c, kind, maxBytes)
        // A guest's body is small, and says at which account something is tried.
        if (isGuests && kind !== 'form') await readOnce()
      } catch (refusal) {
        setHeaders(c, operation.tier)
        throw refusal
      }
    }
    // The handler of a callback counts the requests that do not prove to come from their gateway.
    const isCounted = operation.roles === 'public' && !operation.rawBody
    const spendChallenge = isCounted ? await consumeAsGuest(c, operation) : void setHeaders(c, operation.tier)
    const shelf = takesBody && kind === 'form' ? c.get('openShelf')() : undefined
    try {
      await identifyCaller(c, operation, readOnce)
      // No form is read for a caller who may not ask.
      if (shelf) {
        await settle(c)
        await readFormBody(c, maxBytes, shelf)
      } else if (takesBody && !isGuests) await readOnce()
      for (const validate of validators) await validate(c)
      await spendChallenge?.()
      await askForKey(c, operation)
      await next()
      await keepAnswer(c, operation)
      if (operation.takesDown) c.get('purgeTakenDown')()
      if (operation.cache === 'shared') await letCachesKeep(c, operation)
      settleAtDoor(c, operation, c.error)
    } catch (error) {
      // The caller hears of an ended session first.
      await settle(c)
      settleAtDoor(c, operation, error)
      throw error
    } finally {
      shelf?.clear()
    }
  }
  return asOperation(guard as Op<S>, operation)
}

/** A zValidator with our failure, which also refuses broken text in every part of a request. */
function validator(
  target: keyof Inputs & keyof ValidationTargets,
  schema: Schema,
): (c: Context<AppEnv>) => Promise<void> {
  const validate = zValidator(target, schema, (result) => {
    if (!result.success) throw target === 'param' ? new Failure('NOT_FOUND') : validationFailure(result.error)
  }) as unknown as MiddlewareHandler<AppEnv>
  return async (c) => {
    // A malformed id is nobody's: 404 (docs/conventions.md, Ids and strangers).
    if (target !== 'param') refuseBrokenText(await READ[target](c), '', 0)
    else if (Object.values(c.req.param()).some(isBroken)) fail('NOT_FOUND')
    await validate(c, async () => {})
  }
}

/** Refuses fields in the body of an operation that takes none: the body must be empty, or an empty object. */
async function refuseFields(c: Context<AppEnv>): Promise<void> {
  if (isRead(c.req.method)) return
  const body = parseJson(await c.req.text())
  refuseBrokenText(body, '', 0)
  const { error } = NOTHING.safeParse(body)
  if (error) throw validationFailure(error)
}

const READ: Record<keyof Inputs, (c: Context<AppEnv>) => unknown> = {
  param: (c) => c.req.param(),
  query: (c) => c.req.query(),
  json: async (c) => parseJson(await c.req.text()),
  form: async (c) => Object.fromEntries((await c.req.formData()) as Iterable<[string, unknown]>),
}
