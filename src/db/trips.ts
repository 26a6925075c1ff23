import { Defect } from '../kernel/defect.ts'
import { report } from '../kernel/report.ts'
import { silent, stumbleBehind, stumbleFrom } from '../kernel/stumble.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { admissionHere, type Statement } from './admission.ts'
import { joinGuards } from './join-guards.ts'
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

/** A statement of drizzle; `byPosition` if drizzle reads its rows by position, not by name. */
type Known = Statement & { byPosition?: true }

/**
 * Wraps D1 so that it repeats trips that stumble, counts its trips in the meter of the running work, and makes them under the admission of
 * the request. Statements are wrapped too, because drizzle binds and runs them itself.
 */
export function tripsTo(d1: D1Database, pause: Pause): D1Database {
  const inner = new WeakMap<object, Known>()
  const boundTo = ({ sql, params }: Statement) => d1.prepare(sql).bind(...params)

  /** Makes a batch, in which guards are joined; the result of each statement is in its place. */
  async function batch(all: Statement[], isRead: boolean): Promise<D1Result[]> {
    const { statements, places } = joinGuards(all)
    const go = () => d1.batch(statements.map(boundTo))
    const results = await repeatTrip(() => isRead, go, pause)
    countTrip(results.map(({ meta }) => meta))
    return places.map((place) => results[place] as D1Result)
  }

  /** A statement for a batch, which answers rows by column name: of two columns with one name a subquery renames the second. */
  const named = ({ sql, params, byPosition }: Known): Statement =>
    byPosition && /^\s*(SELECT|WITH)\b/i.test(sql) && isReading(sql)
      ? { sql: `SELECT * FROM (${sql}\n)`, params }
      : { sql, params }

  /** Makes a trip; `among` makes its answer from the results of a batch that it shares with other statements. */
  function send<T>(all: Known[], alone: (isRead: boolean) => Promise<T>, among: (own: D1Result[]) => T): Promise<T> {
    const isRead = all.every(({ sql }) => isReading(sql))
    const admission = admissionHere()
    if (!admission) return alone(isRead)
    return admission.send({
      isRead,
      alone: () => alone(isRead),
      after: async (first) => {
        const results = await batch([...first, ...all.map(named)], isRead)
        return [results.slice(0, first.length), among(results.slice(first.length))]
      },
    })
  }

  const wrap = (known: Known): D1PreparedStatement => {
    const counted = async (isRead: boolean, go: () => Promise<D1Result>) => {
      const result = await repeatTrip(() => isRead, go, pause)
      countTrip([result.meta])
      return result
    }
    const only = ([result]: D1Result[]) => result as D1Result
    const wrapped = {
      bind: (...params: unknown[]) => wrap({ sql: known.sql, params }),
      all: () => send([known], (isRead) => counted(isRead, () => boundTo(known).all()), only),
      run: () => send([known], (isRead) => counted(isRead, () => boundTo(known).run()), only),
      raw: () => {
        const alone = async (isRead: boolean) => {
          const rows = await repeatTrip(
            () => isRead,
            () => boundTo(known).raw(),
            pause,
          )
          // raw() carries no meta, so its rows are counted as returned.
          countTrip([{ rows_read: rows.length, rows_written: 0 }])
          return rows
        }
        return send([{ ...known, byPosition: true }], alone, (own) => only(own).results.map(valuesOf))
      },
    } as unknown as D1PreparedStatement
    inner.set(wrapped, known)
    return wrapped
  }

  return Object.assign(Object.create(d1), {
    prepare: (sql: string) => wrap({ sql, params: [] }),
    batch: (statements: D1PreparedStatement[]) => {
      const all = statements.map((one) => inner.get(one) ?? foreign())
      // An empty batch only waits for the admission.
      const alone = async (isRead: boolean) => (all.length === 0 ? [] : batch(all, isRead))
      return send(all, alone, (own) => own)
    },
  })
}

function foreign(): never {
  throw new Defect('a statement of another database')
}

/** The values of a row in the order of its columns. An object's keys that are numbers stand before all others. */
function valuesOf(row: unknown): unknown[] {
  const [first = '', ...others] = Object.keys(row as object)
  if (others.length > 0 && /^\d+$/.test(first)) throw new Defect('a column without a name: give its number an alias')
  return Object.values(row as object)
}
