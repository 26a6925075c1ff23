import { type SQL, sql } from 'drizzle-orm'
import { Defect } from '../kernel/defect.ts'
import { type Code, Failure, type FieldError, type Reason } from '../kernel/failure.ts'
import type { Db, Write } from './client.ts'

/** A rule that is held inside a commit, and what the caller is told when it is broken. */
export type Guard = {
  name: string
  code: Code
  reason?: Reason
  message?: string
  details?: FieldError[]
  retryAfter?: number
  /** Another change came first: a verb inside `retryOnStale` decides again, and its caller is told nothing. */
  isStale?: true
}

const guards = new Map<string, Guard>()

/** Declares a rule, beside the verb that holds it. Its name is what the database raises. */
export function guard(name: string, code: Code, told: Omit<Guard, 'name' | 'code'> = {}): Guard {
  if (guards.has(name)) throw new Defect(`two guards are called ${name}`)
  const declared = { name, code, ...told }
  guards.set(name, declared)
  return declared
}

/** The guard that the database named. */
export const guardNamed = (name: string): Guard | undefined => guards.get(name)

/** What the caller of a broken guard is told. */
export const failureOf = ({ name, code, isStale: _, ...told }: Guard): Failure =>
  new Failure(code, { ...told, guard: name })

/** Whether this is what a commit threw because of one of these. */
export const isBroken = (error: unknown, ...broken: Guard[]): boolean =>
  error instanceof Failure && broken.some(({ name }) => name === error.guard)

export const NOT_FOUND = guard('NOT_FOUND', 'NOT_FOUND')
export const VERSION_MISMATCH = guard('VERSION_MISMATCH', 'CONFLICT', { reason: 'VERSION_MISMATCH' })

/** Aborts the whole commit when `condition` holds at that point of it: the trigger of the guard table raises the name. */
export const abortWhen = (db: Db, { name }: Guard, condition: SQL): Write =>
  db.run(sql`INSERT INTO guard (code) SELECT ${name} WHERE ${condition}`)

/** Aborts the commit when the statement just before it changed no row. */
export const abortUnlessChanged = (db: Db, broken: Guard): Write => abortWhen(db, broken, sql`changes() = 0`)
