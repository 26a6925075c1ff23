import { Failure } from '../kernel/failure.ts'
import { meaningOf } from './constraint.ts'
import { failureOf, guardByName } from './guard.ts'

/** Two changes read the same version of a thing and this one came second: it wrote nothing. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

/** Ends a run of a verb that needs rows of a sealed order: the order is unsealed, and the verb runs again. */
export class SealedOrder extends Error {
  override readonly name = 'SealedOrder'
  readonly orderId: string

  constructor(orderId: string) {
    super(`order ${orderId} is sealed`)
    this.orderId = orderId
  }
}

/** The constraint that an error of D1 names, whether drizzle wrapped it (a single query) or not (a batch). */
function brokenConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const text = /^(?:D1_ERROR: )?(.*?)(?:: SQLITE_CONSTRAINT| \(.*\))?(?: \(extended.*)?$/s.exec(e.message)?.[1]
    if (text === undefined) continue
    const named = /^(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: (?:index ')?([^']*)'?)?$/.exec(text)
    if (named) return named[1] ?? 'foreign key'
    if (guardByName(text)) return text
  }
  return undefined
}

/** Whether the database refused a commit by a rule or constraint: then it wrote nothing. */
export const isMeant = (error: unknown): boolean => brokenConstraint(error) !== undefined

/** Whether the database refused a commit by this guard. */
export const isBreachOf = (name: string, error: unknown): boolean => brokenConstraint(error) === name

/** Throws the meaning of a failed commit: Stale, a business error, or the error itself. */
export function throwMeaning(error: unknown): never {
  const name = brokenConstraint(error)
  if (name === undefined) throw error
  const broken = guardByName(name)
  if (broken) throw broken.isStale ? new Stale() : failureOf(broken)
  const meaning = meaningOf(name)
  if (meaning === undefined) throw error
  if (meaning === 'stale') throw new Stale()
  const { code, ...told } = meaning
  throw new Failure(code, told)
}
