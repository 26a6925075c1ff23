import type * as z from 'zod'
import type { Ctx } from '../domain/core/context.ts'
import { Defect } from '../kernel/defect.ts'
import type { Refusal } from '../kernel/failure.ts'
import type { Tier } from '../kernel/limits.ts'
import type { Access } from '../kernel/roles.ts'
import type { Tag } from './tags.ts'

export type Schema = z.core.$ZodType
export type Inputs = { param?: Schema; query?: Schema; json?: Schema; form?: Schema }

/** The values that a caller sends, by their place in the request. */
export type Input<S extends Inputs> = {
  [K in keyof Inputs as S[K] extends Schema ? K : never]-?: S[K] extends Schema ? z.input<S[K]> : never
}
/** The values that the handler reads from the request. */
export type Output<S extends Inputs> = {
  [K in keyof Inputs as S[K] extends Schema ? K : never]-?: S[K] extends Schema ? z.output<S[K]> : never
}

/** The address and body of a request whose answer is read again; both were valid the first time. */
type AnswerOnItsWay = { id: string; json: () => Promise<unknown> }

/** The GET that reads an answer again, with the ids in its address; `own` are the answer's fields that the GET does not show. */
export type Rereading = { path: string; ids: string[]; fields: string[]; own: string[] }

/** Reads a thing again as the present caller: gives the answer of the operation that shows it, or its refusal. */
export type Reread = {
  of: (operation: Operation) => Rereading | undefined
  read: (rereading: Rereading, data: unknown) => Promise<Response | undefined>
}

/** The declaration of an operation: the guard, the document and the tests read it back. */
export type Operation = Inputs & {
  /**
   * The name of the verb, and of the operation in the document, in clients and for an Idempotency-Key. Addresses of one
   * operation share it.
   */
  id: string
  /** A few words in French. */
  summary: string
  /** The effect of the operation, in French, for people who build a front end. */
  doc: string
  /** The operation's own refusals, beside those of every operation of its kind (refusals.ts). */
  reasons: readonly Refusal[]
  roles: Access
  /** The quota of the operation; null if nobody is counted (docs/limits.md, Tiers). */
  tier: Tier | null
  /** Success status; 200 by default. 101 is an answer without a body. */
  status?: 101 | 200 | 201
  /** Schema of `data`; or the content types of an answer that is sent raw. */
  ok: Schema | { raw: string | readonly string[] }
  /** Another content type of the answer, sent if `Accept` asks for it. */
  alsoAs?: 'application/pdf'
  /**
   * The owner must have given a proof in the last ten minutes (docs/accounts.md, Proof of the owner). `always`: checked
   * here, before anything is read; `ofTeam`: checked by the verb, for accounts of the team.
   */
  proof?: 'always' | 'ofTeam'
  /** The operation buys or sells: whoever has not accepted the terms in force is refused (docs/accounts.md, Terms). */
  needsTerms?: true
  /** The operation moves money without a code: people who became ADMIN less than a day ago may not call it (`unlessHeld`). */
  isHeld?: true
  /** A web client gets or loses its session in cookies. */
  setsCookies?: boolean
  /**
   * `shared`: caches give everybody the same answer, 90 s old at most, and 304 says that nothing changed. `forever`: the
   * answer of an address never changes; the handler sets that header itself.
   */
  cache?: 'shared' | 'forever'
  /** Things that the operation takes from the public leave the edge's cache at once. */
  takesDown?: true
  /** A public operation that shows more to callers whom it knows. */
  knowsCaller?: boolean
  /** The field of the body that a guest brings in place of an account's data; without it, guests must sign in. */
  guestsBring?: string
  /** The address may bring the caller's ticket in place of a token, because a browser sends no header to a socket. */
  takesTicket?: true
  /** The proof of this operation cannot be guessed, so nobody is asked for a challenge because of others' guesses. */
  openToSuspect?: boolean
  /** The field of the body that names the account at which a guest tries something (docs/limits.md, Tiers). */
  triesAt?: string
  /** The verb itself asks Turnstile about a guest, if Turnstile is in use. */
  screensGuests?: boolean
  /** Most bytes of a body; by default 1 MiB, or less if guests may send it (body.ts). */
  maxBytes?: number
  /** The handler reads the body raw: the signature of a gateway's callback covers the bytes. */
  rawBody?: boolean
  /** The path of the GET that reads the answer again by the ids in it, if it is not the GET with the same view (reread.ts). */
  readAgainAt?: string
  /** Reads the answer again, if no GET does: only the answer's ids are kept for a key. */
  again?: (ctx: Ctx, kept: Record<string, unknown>, sent: AnswerOnItsWay) => Promise<object>
  /** Refuses a replay to callers who lost the right to the answer, if nothing reads it again. */
  refusesReplay?: (ctx: Ctx, kept: Record<string, unknown>) => Promise<void>
  /** The heading of the operation in the document. */
  tag?: Tag
}

/** An operation as a route declares it. The tier is left out for public reads, and for most operations that need a sign-in. */
export type Declaration = Omit<Operation, 'tier' | 'tag'> & { tier?: Tier | null }

export function operationFrom(declared: Declaration): Operation {
  const { id, roles, tier, cache, json, form, rawBody, triesAt } = declared
  if (tier === 'credential' && roles === 'public' && !triesAt)
    throw new Defect(`${id} does not say whose account is tried`)
  if (tier !== undefined) return { ...declared, tier }
  if (roles !== 'public') return { ...declared, tier: 'authenticated' }
  if (json || form || rawBody) throw new Defect(`${id} lets guests write: it names its tier`)
  return { ...declared, tier: cache ? null : 'public' }
}

/** An operation at the door: a guest can guess, have sent or create something with it (docs/limits.md, Suspect addresses). */
export type AtDoor = Operation & { tier: 'credential' | 'request' | 'creation' }
export const isAtDoor = (operation: Operation): operation is AtDoor =>
  operation.roles === 'public' && ['credential', 'request', 'creation'].includes(operation.tier ?? '')

/** Whether an Idempotency-Key counts: on POSTs of signed-in callers, except those of signing in itself. */
export const takesKey = (method: string, path: string, { roles }: Operation) =>
  method === 'POST' && roles !== 'public' && !path.startsWith('/api/v1/auth/')

/** Whether a path is of a person's own account, for which the team needs no second factor (docs/accounts.md, Staff factors). */
export const isOwnAccount = (path: string) => /^\/api\/v1\/(auth|users\/me|users\/phone)(\/|$)/.test(path)

const OPERATION = Symbol('operation')

/** Marks the guard of a route with its operation. */
export const asOperation = <Guard extends object>(guard: Guard, operation: Operation): Guard =>
  Object.assign(guard, { [OPERATION]: operation })

/** The operation that a handler of Hono's route table guards, if it is one. */
export const operationOf = (handler: unknown): Operation | undefined =>
  (handler as { [OPERATION]?: Operation })[OPERATION]

/** Puts every operation of a router under a heading of the document. */
export function under<Router extends { routes: { handler: unknown }[] }>(tag: Tag, router: Router): Router {
  for (const { handler } of router.routes) Object.assign(operationOf(handler) ?? {}, { tag })
  return router
}
