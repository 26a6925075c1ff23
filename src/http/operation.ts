import type * as z from 'zod'
import type { Tier } from '../kernel/limits.ts'
import type { Access } from '../kernel/roles.ts'

export type Schema = z.ZodType
export type Inputs = { param?: Schema; query?: Schema; json?: Schema; form?: Schema }

/** Everything there is to say about an operation, read back for the guard, the document and the tests. */
export type Operation = Inputs & {
  /** In French, for the document. */
  summary: string
  roles: Access
  tier: Tier
  /** Success status; 200 unless told. */
  status?: 200 | 201
  /** Schema of `data`; or the content type of an answer that is sent raw. */
  ok: Schema | { raw: string }
  /** A web client is given its session, or loses it, in cookies. */
  setsCookies?: boolean
  /** Its handler answers If-None-Match by itself. */
  hasETag?: boolean
  /** A public operation that shows more to whom it knows. */
  knowsCaller?: boolean
  /** What proves the person here cannot be guessed, so that it goes on from an address that is blocked for guessing. */
  openToBlocked?: boolean
  /** Bytes of a form; 1 MiB unless told. */
  maxBytes?: number
  /** The body is read raw by the handler: gateways' callbacks, whose signature covers the bytes. */
  rawBody?: boolean
}

const OPERATION = Symbol('operation')

/** Marks the guard of a route with its operation. */
export const asOperation = <Guard extends object>(guard: Guard, operation: Operation): Guard =>
  Object.assign(guard, { [OPERATION]: operation })

/** The operation that a handler of Hono's route table guards, if it is one. */
export const operationOf = (handler: unknown): Operation | undefined =>
  (handler as { [OPERATION]?: Operation })[OPERATION]
