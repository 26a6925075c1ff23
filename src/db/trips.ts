import { report } from '../kernel/report.ts'
import { silent, stumbleBehind, stumbleFrom } from '../kernel/stumble.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { countTrip } from './meter.ts'

/** Pauses before a trip is tried again, in ms from and to: the second time and the third. */
const PAUSES = [
  [50, 150],
  [150, 400],
] as const

/** Time that D1 gives a statement, in ms: a trip that takes longer was lost on its way. */
const TRIP_MS = 30 * SECOND_MS

/** Waits so many ms before a trip is made again. */
export type Pause = (ms: number) => Promise<void>
export const sleep: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const pausesOf = new WeakMap<object, Pause>()

/** Sets the pause of a database, if it is not the usual one. */
export const waitWith = (db: object, pause: Pause): void => void pausesOf.set(db, pause)

const between = ([least, most]: readonly [number, number]) => least + Math.random() * (most - least)

/**
 * Makes a trip, and repeats it, twice at most, if D1 stumbles over it and it certainly wrote nothing: a read, or a trip that D1 refused
 * before it began. Each try counts as a trip. A trip without an answer within 30 s is given up.
 * @throws Stumble if that does not help, or if the trip may be done; an error of the statement as it came
 */
export async function repeatTrip<T>(isRead: () => boolean, go: () => Promise<T>, pause = sleep): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await answerInTime(go(), isRead)
    } catch (error) {
      const stumble = stumbleFrom(error, isRead)
      if (!stumble) throw error
      countTrip([])
      const wait = stumble.mayBeDone || stumble.isSilent ? undefined : PAUSES[tries - 1]
      report('database stumbled', { database: stumble.message, tries, isRepeated: wait !== undefined })
      if (!wait) throw stumble
      await pause(between(wait))
    }
  }
}

/** The answer of a trip, or a stumble if none comes in time: nobody waits for a silent database. */
async function answerInTime<T>(trip: Promise<T>, isRead: () => boolean): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent(isRead)), TRIP_MS)
  })
  try {
    return await Promise.race([trip, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Repeats, twice at most, work that may be done twice, also if it may be done already. */
export async function repeatHarmless<T>(db: object, work: () => PromiseLike<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const stumble = stumbleBehind(error)
      const wait = stumble?.mayBeDone && !stumble.isSilent ? PAUSES[tries - 1] : undefined
      if (!wait) throw error
      await (pausesOf.get(db) ?? sleep)(between(wait))
    }
  }
}

/** Whether a statement only reads: a SELECT writes nothing, and a WITH may lead to a write. */
export const isReading = (sql: string): boolean =>
  /^\s*(?:SELECT|WITH|EXPLAIN)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE|REPLACE\s+INTO)\b/i.test(sql)

/**
 * Wraps D1 so that it repeats trips that stumble, and counts its trips in the meter of the running work. Statements are wrapped too,
 * because drizzle binds and runs them itself.
 */
export function tripsTo(d1: D1Database, pause: Pause): D1Database {
  const inner = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>()
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const isRead = () => isReading(sql)
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), sql),
      all: async () => countMeta(await repeatTrip(isRead, () => statement.all(), pause)),
      run: async () => countMeta(await repeatTrip(isRead, () => statement.run(), pause)),
      raw: async () => {
        // raw() carries no meta, so its rows are counted as returned.
        const rows = await repeatTrip(isRead, () => statement.raw(), pause)
        countTrip([{ rows_read: rows.length, rows_written: 0 }])
        return rows
      },
      first: async (column?: string) => {
        const go = () => (column === undefined ? statement.first() : statement.first(column))
        const row = await repeatTrip(isRead, go, pause)
        countTrip([])
        return row
      },
    } as unknown as D1PreparedStatement
    inner.set(wrapped, { statement, sql })
    return wrapped
  }
  return Object.assign(Object.create(d1), {
    prepare: (sql: string) => wrap(d1.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const all = statements.map((one) => inner.get(one) ?? { statement: one, sql: '' })
      const results = await repeatTrip(
        () => all.every(({ sql }) => isReading(sql)),
        () => d1.batch(all.map(({ statement }) => statement)),
        pause,
      )
      countTrip(results.map(({ meta }) => meta))
      return results
    },
  })
}

function countMeta<Result extends { meta: D1Meta }>(result: Result): Result {
  countTrip([result.meta])
  return result
}
