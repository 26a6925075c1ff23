import type { Admission } from '../db/admission.ts'
import type { Ctx } from '../domain/core/context.ts'
import type { Claimed } from '../domain/people/sessions/identify.ts'
import type { Env } from '../env.ts'
import type { Shelf } from './form.ts'
import type { Operation, Reread } from './operation.ts'

/** The values that every handler finds in Hono's context. */
export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    /** The operation that is called, if a route answers. */
    operation: Operation | undefined
    /** Everything a verb needs; its actor is set once the operation knows who asks. */
    ctx: Ctx
    /** The caller whom the token or cookie of this request names: no trip. */
    identify: () => Promise<Claimed | null>
    /** The admission of a caller with a token. */
    admission: Admission | undefined
    /** Whether the session of this request turned out not to hold. */
    isUnknown: boolean | undefined
    /** The session of this request's token, as its signature shows it: no trip. */
    sessionOf: () => Promise<string | undefined>
    /** The session that an access token of ours names, even if it ended long ago: no trip. */
    formerSession: () => Promise<string | undefined>
    /** Checks the solution of a challenge; gives the function that uses the challenge up, or undefined for a wrong solution. */
    proveWork: (solution: string) => Promise<(() => Promise<void>) | undefined>
    /** Whether the door asked for a challenge, and this request brought its solution. */
    hasProvedWork: boolean | undefined
    /** The device of this request, if the account of this id or address signed in on it before. */
    knownDevice: (account: string) => Promise<string | undefined>
    /** The token that makes this request's device known to the account that is signed in. */
    markDevice: () => Promise<string>
    /** Takes what this request took down out of the edge's cache, after the answer. */
    purgeTakenDown: () => void
    /** Brings the rows of a sealed order back. */
    unseal: (orderId: string) => Promise<void>
    /** Reads an operation's answer anew, as far as the caller may read it now. */
    reread: Reread
    /** The place in which files of this request's form lie until its end. */
    openShelf: () => Shelf & { clear(): void }
  }
}
