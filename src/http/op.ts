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
import { cacheForGuests } from './cache.ts'
import { settleAtDoor } from './door.ts'
import { validationFailure } from './french.ts'
import { answerOnce } from './idempotency.ts'
import { setHeaders } from './limit-headers.ts'
import {
  asOperation,
  type Declared,
  type Inputs,
  isOwnAccount,
  type Operation,
  operationFrom,
  type Schema,
} from './operation.ts'
import { consumeAsGuest, consumeAsSignedIn, countUnknown } from './rate-limit.ts'
import { isByCookie, isFromOffice, isRead, requireAllowedOrigin } from './session.ts'

/** The first handler of a route, which knows what its operation declares. */
export type Op<S extends Declared> = MiddlewareHandler<AppEnv> & { declared?: S }

/** What an operation takes that has no parameters, or no body; only a gateway may add some to its callback's address. */
const NOTHING = z.strictObject({})

/**
 * The first handler of every route: says what the operation is, and lets through only a request that may and can run.
 * Refusals come in the order of docs/conventions.md, Order of refusals: 413, 415, 429, 401, 403, 400. The body of who must be
 * signed in is read once they are.
 */
export function op<const S extends Declared>(declared: S): Op<S> {
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
        // A guest's is small, and says at whose account something is tried.
        if (isGuests && kind !== 'form') await readOnce()
      } catch (refusal) {
        setHeaders(c, operation.tier)
        throw refusal
      }
    }
    // A callback's handler counts what did not prove to come from its gateway.
    const isCounted = operation.roles === 'public' && !operation.rawBody
    const spendChallenge = isCounted ? await consumeAsGuest(c, operation) : void setHeaders(c, operation.tier)
    const shelf = takesBody && kind === 'form' ? c.get('openShelf')() : undefined
    try {
      await identify(c, operation, readOnce)
      // Nothing of it is read for who may not ask.
      if (shelf) await readFormBody(c, maxBytes, shelf)
      else if (takesBody && !isGuests) await readOnce()
      for (const validate of validators) await validate(c)
      await spendChallenge?.()
      const answer = await answerOnce(c, operation, next)
      if (operation.cache === 'guests') await cacheForGuests(c)
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
  // What is public they are shown as guests are.
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

/** The team is taken by cookie from the office alone, whoever else may ask the same; their own account from every page of ours. */
function comesFromElsewhere(c: Context<AppEnv>, { role }: Actor): boolean {
  return isByCookie(c) && isOfTeam(role) && !isOwnAccount(c.req.path) && !isFromOffice(c)
}

/**
 * The person who is signed in; whoever is not counts among the guests. Null for one without a token who brings what the operation
 * lets guests bring. 401, 403 for a blocked account, 429
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

/** The team works only with an authenticator or a passkey; each of them reaches their own account to add one. */
function lacksSecondFactor(c: Context<AppEnv>, { role, hasSecondFactor }: Actor): boolean {
  const isAsked = c.get('ctx').settings.staffMfa === 'required' && isOfTeam(role)
  return isAsked && !hasSecondFactor && !isOwnAccount(c.req.path)
}

/** What is public is shown to everybody: to a blocked account or an ended session as to a guest. */
function asGuest(error: unknown): null {
  if (error instanceof Failure) return null
  throw error
}

/** zValidator with our failure, and broken text refused in every part of a request. */
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

/** Nothing, or an empty object, where an operation has no body: what it would not heed is refused. */
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
