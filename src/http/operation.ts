import type * as z from 'zod'
import type { Ctx } from '../domain/core/context.ts'
import { Defect } from '../kernel/defect.ts'
import type { Refusal } from '../kernel/failure.ts'
import type { Tier } from '../kernel/limits.ts'
import type { Access } from '../kernel/roles.ts'
import type { Tag } from './tags.ts'

export type Schema = z.core.$ZodType
export type Inputs = { param?: Schema; query?: Schema; json?: Schema; form?: Schema }

/** What a caller sends, by where it stands in the request. */
export type Input<S extends Inputs> = {
  [K in keyof Inputs as S[K] extends Schema ? K : never]-?: S[K] extends Schema ? z.input<S[K]> : never
}
/** What the handler reads of it. */
export type Output<S extends Inputs> = {
  [K in keyof Inputs as S[K] extends Schema ? K : never]-?: S[K] extends Schema ? z.output<S[K]> : never
}

/** The address and body of a request whose answer is read again; both were found good before. */
type Sent = { id: string; json: () => Promise<unknown> }

/** The GET that reads an answer again; of the answer's fields, the ids in its address and those that it does not show. */
export type Rereading = { path: string; ids: string[]; fields: string[]; own: string[] }

/** Reads a thing again as whoever asks now: what the operation that shows it answers, or its refusal. */
export type Reread = {
  of: (operation: Operation) => Rereading | undefined
  read: (rereading: Rereading, data: unknown) => Promise<Response | undefined>
}

/** Everything there is to say about an operation, read back for the guard, the document and the tests. */
export type Operation = Inputs & {
  /**
   * The verb's name: what the document and clients call it, and what an Idempotency-Key belongs to. Addresses of one
   * operation share it.
   */
  id: string
  /** A few words in French. */
  summary: string
  /** What happens, in French, for whoever builds a front end. */
  doc: string
  /** What it refuses beside what any operation of its kind refuses (refusals.ts). */
  reasons: readonly Refusal[]
  roles: Access
  /** Its quota; null if nobody is counted (docs/limits.md, Tiers). */
  tier: Tier | null
  /** Success status; 200 unless told. */
  status?: 200 | 201
  /** Schema of `data`; or the content types that an answer may be of which is sent raw. */
  ok: Schema | { raw: string | readonly string[] }
  /** What the same is answered as where `Accept` asks for it. */
  alsoAs?: 'application/pdf'
  /**
   * The owner must have proved themselves within ten minutes (docs/accounts.md, Proof of the owner): `always` is asked here, before
   * anything is read; `ofTeam` by the verb, if it is about somebody of the team.
   */
  proof?: 'always' | 'ofTeam'
  /** About money, without a code: none of who became ADMIN a day ago (`unlessHeld`). */
  isHeld?: true
  /** A web client is given its session, or loses it, in cookies. */
  setsCookies?: boolean
  /**
   * `guests`: what guests read may be half a minute old and is answered 304 while it is the same. `forever`: what an
   * address answers never changes; the handler says so itself.
   */
  cache?: 'guests' | 'forever'
  /** A public operation that shows more to whom it knows. */
  knowsCaller?: boolean
  /** The field of the body with which a guest brings what a person's account has; without it they are asked to sign in. */
  guestsBring?: string
  /** What proves the person here cannot be guessed, so that nobody is asked for a challenge because of others' guesses. */
  openToSuspect?: boolean
  /** The field of the body that says at whose account a guest tries something (docs/limits.md, Tiers). */
  triesAt?: string
  /** The verb itself asks Turnstile about a guest, where that is in use. */
  screensGuests?: boolean
  /** Bytes of a form; 1 MiB unless told, and 64 KiB where guests may send it. */
  maxBytes?: number
  /** The body is read raw by the handler: gateways' callbacks, whose signature covers the bytes. */
  rawBody?: boolean
  /** The path of the GET that reads its answer again, by ids in it, if it is not the one that answers the same (reread.ts). */
  readAgainAt?: string
  /** Reads its answer again, if no GET does: of the answer, only its ids are kept for a key. */
  again?: (ctx: Ctx, kept: Record<string, unknown>, sent: Sent) => Promise<object>
  /** Refuses a replay to whom its answer is not open any more, if nothing reads that again. */
  refusesReplay?: (ctx: Ctx, kept: Record<string, unknown>) => Promise<void>
  /** The heading it stands under in the document. */
  tag?: Tag
}

/** As a route says it: the tier of a public read, and of most that needs a sign-in, goes without saying. */
export type Declared = Omit<Operation, 'tier' | 'tag'> & { tier?: Tier | null }

export function operationFrom(declared: Declared): Operation {
  const { id, roles, tier, cache, json, form, rawBody, triesAt } = declared
  if (tier === 'credential' && roles === 'public' && !triesAt)
    throw new Defect(`${id} does not say whose account is tried`)
  if (tier !== undefined) return { ...declared, tier }
  if (roles !== 'public') return { ...declared, tier: 'authenticated' }
  if (json || form || rawBody) throw new Defect(`${id} lets guests write: it names its tier`)
  return { ...declared, tier: cache ? null : 'public' }
}

/** What a guest can guess at, have sent or create (docs/limits.md, Suspect addresses). */
export type AtDoor = Operation & { tier: 'credential' | 'request' | 'creation' }
export const isAtDoor = (operation: Operation): operation is AtDoor =>
  operation.roles === 'public' && ['credential', 'request', 'creation'].includes(operation.tier ?? '')

/** Whether an Idempotency-Key counts: the POSTs of who is signed in, but not those of signing in itself. */
export const takesKey = (method: string, path: string, { roles }: Operation) =>
  method === 'POST' && roles !== 'public' && !path.startsWith('/api/v1/auth/')

/** What a person does with their own account, where nobody asks the team for a second factor (docs/accounts.md, Staff factors). */
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
