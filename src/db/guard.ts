import { type SQL, sql } from 'drizzle-orm'
import { Defect } from '../kernel/defect.ts'
import { type Code, Failure, type FieldError, type Reason } from '../kernel/failure.ts'
import type { Db, Write } from './client.ts'
import { once, type Value } from './once.ts'

/** A rule that is held inside a commit, and the error of a caller who breaks it. */
export type Guard = {
  name: string
  code: Code
  reason?: Reason
  message?: string
  details?: FieldError[]
  retryAfter?: number
  /** Another change came first: an operation inside `retryOnStale` decides again, and its caller gets no error. */
  isStale?: true
}

const guards = new Map<string, Guard>()

/** Declares a rule, beside the operation that holds it. The database raises its name. */
export function guard(name: string, code: Code, told: Omit<Guard, 'name' | 'code'> = {}): Guard {
  if (guards.has(name)) throw new Defect(`two guards are called ${name}`)
  const declared = { name, code, ...told }
  guards.set(name, declared)
  return declared
}

/** The guard that the database named. */
export const guardByName = (name: string): Guard | undefined => guards.get(name)

/** The error for the caller of a broken guard. */
export const failureOf = ({ name, code, isStale: _, ...told }: Guard): Failure =>
  new Failure(code, { ...told, guard: name })

/** Whether a commit threw this error because of one of these guards. */
export const isBroken = (error: unknown, ...broken: Guard[]): boolean =>
  error instanceof Failure && broken.some(({ name }) => name === error.guard)

export const NOT_FOUND = guard('NOT_FOUND', 'NOT_FOUND')
export const VERSION_MISMATCH = guard('VERSION_MISMATCH', 'CONFLICT', { reason: 'VERSION_MISMATCH' })

/** Aborts the whole commit if `condition` holds at that point of it: the trigger of the guard table raises the name. */
export const abortWhen = (db: Db, { name }: Pick<Guard, 'name'>, condition: SQL): Write =>
  db.run(sql`INSERT INTO guard (code) SELECT ${name} WHERE ${condition}`)

/** Makes guards of one condition, whose statement is written once (once.ts). */
export const abortOnce = <Values extends Value[]>(condition: (...values: Values) => SQL) => {
  const abort = once(
    (db, name: string, ...values: Values) => abortWhen(db, { name }, condition(...values)),
    1 + condition.length,
  )
  return (db: Db, { name }: Guard, ...values: Values): Write => abort(db, name, ...values)
}

/** Aborts the commit if the statement just before it changed no row. */
export const abortUnlessChanged = (db: Db, broken: Guard): Write => abortWhen(db, broken, sql`changes() = 0`)
