import { Defect } from './defect.ts'
import { Failure } from './failure.ts'

/** D1 refused the trip, or the trip did not find its way there: no statement began. */
const NOT_BEGUN = /\bD1 DB is overloaded\b|\bCannot resolve D1 DB\b/
/** The connection or the database went away during the trip: nobody knows how far the trip came. */
const LEFT_OPEN = /\bNetwork connection lost\b|\b(?:DB|be|was) reset\b|\bclient disconnected\b/

/**
 * A stumble of D1 over a trip, which says nothing about the trip's statements (docs/database.md). The message is D1's
 * own, a fixed text.
 */
export class Stumble extends Error {
  override readonly name = 'Stumble'
  /** The database has too much to do: it needs some seconds. */
  readonly isOverloaded: boolean
  /** The trip may have written something. */
  readonly mayBeDone: boolean
  /** D1 never answered: a repeat at once would wait as long. */
  readonly isSilent: boolean

  constructor(cause: Error, about: { isOverloaded: boolean; mayBeDone: boolean; isSilent?: boolean }) {
    super(cause.message, { cause })
    this.isOverloaded = about.isOverloaded
    this.mayBeDone = about.mayBeDone
    this.isSilent = about.isSilent ?? false
  }
}

/** The stumble of a trip that D1 never answered. */
export const silent = (isRead: () => boolean): Stumble =>
  new Stumble(new Defect('the database did not answer in time'), {
    isOverloaded: false,
    mayBeDone: !isRead(),
    isSilent: true,
  })

/**
 * The stumble that an error of D1's own interface means; undefined for an error of a statement. A `Stumble` is returned
 * only if D1 was silent.
 */
export function stumbleFrom(error: unknown, isRead: () => boolean): Stumble | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Stumble) return error.isSilent ? error : undefined
  if (NOT_BEGUN.test(error.message)) return new Stumble(error, { isOverloaded: true, mayBeDone: false })
  if (LEFT_OPEN.test(error.message)) return new Stumble(error, { isOverloaded: false, mayBeDone: !isRead() })
  return undefined
}

/** The stumble behind an error: drizzle wraps the error that a single statement throws. */
export function stumbleBehind(error: unknown): Stumble | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof Stumble) return e
  return undefined
}

const MAY_BE_DONE =
  "La réponse s'est perdue : votre demande a peut-être été exécutée. Vérifiez avant de la refaire, ou renvoyez-la avec la même clé."

/** Seconds until a lost connection is back, and until an overloaded database has room: a range, so that not all callers return at once. */
const LOST_S = 1
const OVERLOADED_S = { least: 2, most: 5 }

/** The refusal for a stumble, 503 SERVICE_UNAVAILABLE, with the time after which the caller may come back. */
export function failureOfStumble({ isOverloaded, mayBeDone }: Stumble): Failure {
  const { least, most } = OVERLOADED_S
  const retryAfter = isOverloaded ? least + Math.floor(Math.random() * (most - least + 1)) : LOST_S
  return new Failure('SERVICE_UNAVAILABLE', { retryAfter, ...(mayBeDone && { message: MAY_BE_DONE }) })
}
