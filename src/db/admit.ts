import { Admission, type Hold, outside, type Question } from './admission.ts'
import type { Db, Write } from './client.ts'
import { failureOf, guardByName } from './guard.ts'
import { isBreachOf } from './violation.ts'

export { outside }

/** The admission of a request to this database, with its questions, and the statement that holds its session in a commit. */
export const admit = (db: Db, questions: Question[], hold: Hold): Admission =>
  new Admission(storeOf(db), questions, hold)

const storeOf = (db: Db) => ({
  ask: () => db.batch([] as unknown as [Write]),
  refusalBy: (name: string, error: unknown) => {
    const broken = isBreachOf(name, error) ? guardByName(name) : undefined
    return broken && failureOf(broken)
  },
})
