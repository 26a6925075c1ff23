import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import * as z from 'zod'
import type { Actor } from '../domain/core/context.ts'
import { Failure, fail } from '../kernel/failure.ts'
import { isProofFresh } from '../kernel/proof.ts'
import { addFacts } from '../kernel/report.ts'
import { isOfTeam } from '../kernel/roles.ts'
import type { AppEnv } from './app-env.ts'
import {
  brings,
  isBroken,
  mostBytesOf,
  parseJson,
  readBody,
  readFormBody,
  refuseBrokenText,
  refuseByHead,
} from './body.ts'
import { letCachesKeep } from './cache.ts'
import { settleAtDoor } from './door.ts'
import { validationFailure } from './french.ts'
import { answerOnce } from './idempotency.ts'
import { setHeaders } from './limit-headers.ts'
import {
  asOperation,
  type Declaration,
  type Inputs,
  isOwnAccount,
  type Operation,
  operationFrom,
  type Schema,
} from './operation.ts'
import { consumeAsGuest, consumeAsSignedIn, countUnknown } from './rate-limit.ts'
import { isByCookie, isFromOffice, isRead, requireAllowedOrigin } from './session.ts'

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
      await identify(c, operation, readOnce)
      // No form is read for a caller who may not ask.
      if (shelf) await readFormBody(c, maxBytes, shelf)
      else if (takesBody && !isGuests) await readOnce()
      for (const validate of validators) await validate(c)
      await spendChallenge?.()
      const answer = await answerOnce(c, operation, next)
      if (operation.takesDown) c.get('purgeTakenDown')()
      if (operation.cache === 'shared') await letCachesKeep(c, operation)
      settleAtDoor(c, operation, c.error)
      return answer
    } catch (error) {
      settleAtDoor(c, operation, error)
      throw error
    } finally {
      shelf?.clear()
    }
  }
  return asOperation(guard as Op<S>, operation)
}

async function identify(c: Context<AppEnv>, operation: Operation, readOnce: () => Promise<void>): Promise<void> {
  const { roles, knowsCaller } = operation
  if (roles === 'public' && !knowsCaller) return
  const actor =
    roles === 'public' ? await c.get('identify')().catch(asGuest) : await requireSignedIn(c, operation, readOnce)
  if (!actor) return
  const isShutOut = lacksSecondFactor(c, actor)
  const isElsewhere = comesFromElsewhere(c, actor)
  // A public operation shows these people what it shows to guests.
  if ((isShutOut || isElsewhere) && roles === 'public') return
  c.get('ctx').caller = { kind: 'person', actor }
  addFacts({ account: actor.id, session: actor.sessionId, role: actor.role })
  c.header('Cache-Control', 'no-store')
  consumeAsSignedIn(c, operation, actor)
  if (roles !== 'public' && roles !== 'signedIn' && !roles.includes(actor.role)) fail('FORBIDDEN')
  if (isShutOut) fail('FORBIDDEN', 'MFA_REQUIRED')
  if (isElsewhere) fail('FORBIDDEN', 'CSRF')
  if (isByCookie(c) && !(isOfTeam(actor.role) && isFromOffice(c))) requireAllowedOrigin(c)
  if (operation.proof === 'always' && !isProofFresh(actor.provenAt, c.get('ctx').now))
    fail('FORBIDDEN', 'REAUTH_REQUIRED')
}

/** Whether one of the team comes by cookie from another page than the office. Their own account is open to them from every page of ours. */
function comesFromElsewhere(c: Context<AppEnv>, { role }: Actor): boolean {
  return isByCookie(c) && isOfTeam(role) && !isOwnAccount(c.req.path) && !isFromOffice(c)
}

/**
 * The person who is signed in; anybody else counts among the guests. Null for a guest without a token who brings the
 * field that the operation lets guests bring.
 * @throws 401, 403 for a blocked account, 429
 */
async function requireSignedIn(
  c: Context<AppEnv>,
  { guestsBring }: Operation,
  readOnce: () => Promise<void>,
): Promise<Actor | null> {
  try {
    const actor = await c.get('identify')()
    if (actor) return actor
  } catch (refusal) {
    if (refusal instanceof Failure && refusal.status < 500) await countUnknown(c)
    throw refusal
  }
  await countUnknown(c)
  if (guestsBring !== undefined && c.req.header('authorization') === undefined) {
    await readOnce()
    if (await brings(c, guestsBring)) return null
  }
  return fail('UNAUTHORIZED')
}

/** Whether one of the team lacks a second factor where it is required. Their own account stays open to them, to add one. */
function lacksSecondFactor(c: Context<AppEnv>, { role, hasSecondFactor }: Actor): boolean {
  const isAsked = c.get('ctx').settings.staffMfa === 'required' && isOfTeam(role)
  return isAsked && !hasSecondFactor && !isOwnAccount(c.req.path)
}

/** Treats a refused sign-in as a guest: public operations answer a blocked account or an ended session too. */
function asGuest(error: unknown): null {
  if (error instanceof Failure) return null
  throw error
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
