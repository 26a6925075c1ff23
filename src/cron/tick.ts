import { report } from '../kernel/report.ts'
import { SECOND_MS } from '../kernel/time.ts'

/** One run of an expression's jobs begins new work for this long, in ms (docs/gateways.md, Jobs). */
export const TICK_MS = 25 * SECOND_MS

/** Connections are few in a Worker: what is more waits in a queue with its time-out running. */
const PLACES = 5
/** A gateway that hangs occupies no more than these, so that others go on beside it. */
const PLACES_OF_A_JOB = 3

/** The outcome of everything that was due to a job. */
export type Outcome = { left: number; failed: number; worked: number }

/** One run of an expression's jobs: the time it has, and the places that all its calls to the outside share. */
export type Tick = {
  hasTime(): boolean
  /** The clock that durations are read from, in ms. */
  now(): number
  /** Reports the outcome of each thing that was due. */
  note(outcome: Outcome): void
  /** Runs what calls outside once its job has a place; jobs that wait come in turn. */
  outside<T>(job: string, work: () => Promise<T>): Promise<T>
}

/** A run that began at `startedAt` of the clock and takes on new work for `ms`. */
export const newTick = (ms = TICK_MS, startedAt = Date.now()): Tick => ({
  hasTime: () => Date.now() - startedAt < ms,
  now: Date.now,
  note: () => undefined,
  outside: placesOf(),
})

function placesOf(): Tick['outside'] {
  let free = PLACES
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  const add = (job: string, by: 1 | -1) => {
    free -= by
    running.set(job, (running.get(job) ?? 0) + by)
  }
  const letIn = () => {
    for (const [job, queue] of [...waiting]) {
      if (free === 0) return
      if ((running.get(job) ?? 0) >= PLACES_OF_A_JOB) continue
      const enter = queue.shift()
      waiting.delete(job)
      if (queue.length > 0) waiting.set(job, queue)
      if (enter) {
        add(job, 1)
        enter()
      }
    }
  }
  return async (job, work) => {
    await new Promise<void>((enter) => {
      const queue = waiting.get(job) ?? []
      queue.push(enter)
      waiting.set(job, queue)
      letIn()
    })
    try {
      return await work()
    } finally {
      add(job, -1)
      letIn()
    }
  }
}

type Due<T> = {
  /** Reads at most so many due things, the longest due first. */
  due: (limit: number) => PromiseLike<T[]>
  /** One of them, in commits of its own. */
  work: (one: T) => Promise<unknown>
  /** Whether the work calls gateways. */
  callsOutside?: boolean
}

const BATCH = 50

/**
 * Works through what is due, five at a time, until nothing is or the run is over. One that fails is logged, holds back no
 * other, and is tried again by the next run; until all of it goes well the job counts as failing.
 */
export async function drain<T extends { id: string }>(
  tick: Tick,
  job: string,
  { due, work, callsOutside }: Due<T>,
): Promise<void> {
  const seen = new Set<string>()
  let failed = 0
  let left = 0
  const one = async (thing: T) => {
    try {
      await work(thing)
    } catch (error) {
      failed++
      report('job failed', { job, id: thing.id }, error)
    }
  }
  do {
    const fresh = (await due(BATCH + failed)).filter(({ id }) => !seen.has(id))
    await inParallel(callsOutside ? PLACES_OF_A_JOB : PLACES, fresh, async (thing) => {
      if (!tick.hasTime()) return
      seen.add(thing.id)
      await (callsOutside ? tick.outside(job, () => one(thing)) : one(thing))
    })
    left = fresh.filter(({ id }) => !seen.has(id)).length
    if (fresh.length === 0) break
  } while (tick.hasTime())
  tick.note({ left: left + failed, failed, worked: seen.size })
}

/** Takes on all of them, so many at a time. */
async function inParallel<T>(most: number, all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const worker = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, worker))
}
