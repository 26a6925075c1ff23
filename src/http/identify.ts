import type { Context } from 'hono'
import { admit } from '../db/admit.ts'
import type { Actor, Caller } from '../domain/core/context.ts'
import type { Claimed } from '../domain/people/sessions/identify.ts'
import { Failure, fail } from '../kernel/failure.ts'
import { isProofFresh } from '../kernel/proof.ts'
import { addFacts } from '../kernel/report.ts'
import { isOfTeam } from '../kernel/roles.ts'
import type { AppEnv } from './app-env.ts'
import { brings } from './body.ts'
import { doubtSession, isDoubted } from './doubted-sessions.ts'
import { UsedKey } from './idempotency.ts'
import { isOwnAccount, type Operation } from './operation.ts'
import { consumeAsSignedIn, countUnknown, isUsedUp } from './rate-limit.ts'
import { answerUsed } from './replay.ts'
import { isByCookie, isFromOffice, requireAllowedOrigin } from './session.ts'

/**
 * Finds out who asks. A caller with a token begins as the token says; the session is read with what the verb reads first, and
 * all rules of access are held then, by what was read. A caller who may not even begin hears so at once.
 * @throws 401, 403, 429
 */
export async function identifyCaller(
  c: Context<AppEnv>,
  operation: Operation,
  readOnce: () => Promise<void>,
): Promise<void> {
  const { roles, knowsCaller } = operation
  const isPublic = roles === 'public'
  if (isPublic && !knowsCaller) return
  const claimed = isPublic ? await c.get('identify')().catch(asGuest) : await requireToken(c, operation, readOnce)
  if (!claimed) return

  const { db, now } = c.get('ctx')
  const { sessionId } = claimed.claims
  let known: Actor | undefined
  const judge = (rows: unknown[]) => {
    try {
      const caller = callerOf(c, operation, claimed, rows)
      c.get('ctx').caller = caller
      known = caller.kind === 'person' ? caller.actor : undefined
      return known !== undefined && hasRightsOf(known, claimed)
    } finally {
      if (!known) doubtSession(sessionId, now)
    }
  }
  const admission = admit(db, claimed.questions(judge, operation.needsTerms), claimed.hold)
  c.set('admission', admission)
  const actor = guessOf(claimed, () => known ?? admission.unsettled())
  if (!isDoubted(sessionId, now) && mayBegin(c, operation, actor)) c.get('ctx').caller = { kind: 'person', actor }
  else await settle(c)
}

/** Waits for the answer about the session, if the request depends on one. @throws its refusal */
export const settle = async (c: Context<AppEnv>): Promise<void> =>
  countRefused(c, async () => c.get('admission')?.settle())

/** Runs a handler whose caller is still to be read, unless its key was used before. */
export async function underAdmission(
  c: Context<AppEnv>,
  handler: () => Response | Promise<Response>,
): Promise<Response> {
  const admission = c.get('admission')
  if (!admission) return handler()
  try {
    return await countRefused(c, () => admission.run(async () => handler()))
  } catch (refusal) {
    if (refusal instanceof UsedKey) return answerUsed(c, refusal)
    throw refusal
  } finally {
    c.set('admission', undefined)
  }
}

/** A request whose session does not hold counts as one without a sign-in, before the caller hears so. */
async function countRefused<T>(c: Context<AppEnv>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (refusal) {
    // The door asks again before it answers, and would hear this refusal in the place of a 429.
    c.set('admission', undefined)
    const isUnknown = c.get('isUnknown')
    c.set('isUnknown', false)
    if (isUnknown) await countUnknown(c)
    throw refusal
  }
}

/** The person as the token says. Facts that no token carries end a run that asks for them too early; it begins again once they are read. */
const guessOf = ({ claims }: Claimed, known: () => Actor): Actor => {
  const { userId, ...rights } = claims
  return {
    id: userId,
    ...rights,
    get email() {
      return known().email
    },
    get phone() {
      return known().phone
    },
    get provenAt() {
      return known().provenAt
    },
  }
}

const hasRightsOf = (actor: Actor, { claims }: Claimed) =>
  actor.role === claims.role &&
  actor.sellerProfileId === claims.sellerProfileId &&
  actor.riderId === claims.riderId &&
  actor.hasSecondFactor === claims.hasSecondFactor

/** Whether a request of this person would pass the door. */
function mayBegin(c: Context<AppEnv>, operation: Operation, actor: Actor): boolean {
  if (operation.roles === 'public') return !isKeptOut(c, actor)
  if (isUsedUp(c, operation, actor)) return false
  try {
    requireRights(c, operation, actor)
    return true
  } catch {
    return false
  }
}

/**
 * The caller, by the rows of the session.
 * @throws 401, 403 for a blocked account or a missing right, 429
 */
function callerOf(c: Context<AppEnv>, operation: Operation, claimed: Claimed, rows: unknown[]): Caller {
  const isPublic = operation.roles === 'public'
  let actor: Actor
  try {
    actor = claimed.actorOf(rows)
  } catch (refusal) {
    if (isPublic && asGuest(refusal) === null) return { kind: 'guest' }
    c.set('isUnknown', true)
    throw refusal
  }
  // A public operation shows these people what it shows to guests.
  if (isPublic && isKeptOut(c, actor)) return { kind: 'guest' }
  addFacts({ account: actor.id, session: actor.sessionId, role: actor.role })
  c.header('Cache-Control', 'no-store')
  consumeAsSignedIn(c, operation, actor)
  requireRights(c, operation, actor)
  if (operation.proof === 'always' && !isProofFresh(actor.provenAt, c.get('ctx').now))
    fail('FORBIDDEN', 'REAUTH_REQUIRED')
  return { kind: 'person', actor }
}

function requireRights(c: Context<AppEnv>, { roles }: Operation, actor: Actor): void {
  if (roles !== 'public' && roles !== 'signedIn' && !roles.includes(actor.role)) fail('FORBIDDEN')
  if (lacksSecondFactor(c, actor)) fail('FORBIDDEN', 'MFA_REQUIRED')
  if (comesFromElsewhere(c, actor)) fail('FORBIDDEN', 'CSRF')
  if (isByCookie(c) && !(isOfTeam(actor.role) && isFromOffice(c))) requireAllowedOrigin(c)
}

const isKeptOut = (c: Context<AppEnv>, actor: Actor) => lacksSecondFactor(c, actor) || comesFromElsewhere(c, actor)

/** Whether one of the team comes by cookie from another page than the office. Their own account is open to them from every page of ours. */
function comesFromElsewhere(c: Context<AppEnv>, { role }: Actor): boolean {
  return isByCookie(c) && isOfTeam(role) && !isOwnAccount(c.req.path) && !isFromOffice(c)
}

/**
 * The token of a caller who must be signed in; anybody else counts among the guests. Null for a guest without a token who brings the
 * field that the operation lets guests bring.
 * @throws 401, 429
 */
async function requireToken(
  c: Context<AppEnv>,
  { guestsBring }: Operation,
  readOnce: () => Promise<void>,
): Promise<Claimed | null> {
  try {
    const claimed = await c.get('identify')()
    if (claimed) return claimed
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

/** Whether a team member lacks a second factor that is required. Their own account stays open to them, to add one. */
function lacksSecondFactor(c: Context<AppEnv>, { role, hasSecondFactor }: Actor): boolean {
  const isAsked = c.get('ctx').settings.staffMfa === 'required' && isOfTeam(role)
  return isAsked && !hasSecondFactor && !isOwnAccount(c.req.path)
}

/** Treats a refused sign-in as a guest: public operations answer a blocked account or an ended session too. */
function asGuest(error: unknown): null {
  if (error instanceof Failure) return null
  throw error
}
