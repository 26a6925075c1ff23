import { getTableName } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { Defect } from '../kernel/defect.ts'
import type { Code, Reason } from '../kernel/failure.ts'

/** The refusal that a broken constraint stands for; `stale` if another change came first and the verb decides again. */
type Meaning = 'stale' | { code: Code; reason?: Reason; message?: string }

const meanings = new Map<string, Meaning>()

/** The name of a constraint in an error of D1: its own for a CHECK or an index on an expression, else its unique columns. */
const nameOf = (broken: string | readonly SQLiteColumn[]) =>
  typeof broken === 'string' ? broken : broken.map((each) => `${getTableName(each.table)}.${each.name}`).join(', ')

/** Declares the meaning of a constraint for a caller, beside its table. @param broken its name, or its unique columns */
export function constraint(broken: string | readonly SQLiteColumn[], meaning: Meaning): void {
  const name = nameOf(broken)
  if (meanings.has(name)) throw new Defect(`two meanings of ${name}`)
  meanings.set(name, meaning)
}

/** Declares a unique key: a second thing with it is 409 ALREADY_EXISTS with this message. */
export const uniqueKey = (columns: readonly SQLiteColumn[], message: string): void =>
  constraint(columns, { code: 'CONFLICT', reason: 'ALREADY_EXISTS', message })

/** The meaning of the constraint that the database named. */
export const meaningOf = (name: string): Meaning | undefined => meanings.get(name)

/** The names of all constraints that have a meaning. */
export const namesWithMeaning = (): string[] => [...meanings.keys()]
