import type { Random } from '#testing/random.ts'

/** The process died here: what it would have done next never happens. */
export class Crash extends Error {
  override name = 'Crash'
}

/** One request, job or callback under way. */
export type Task = {
  id: number
  label: string
  /** Dead tasks do nothing any more. */
  isDead: boolean
  /** At how many points from here it crashes; below zero: never. */
  crashIn: number
  /** At how many trips to D1 from here D1 fails, and how. */
  d1FaultIn: number
  /** The clock goes on while it calls outside. */
  takesTime?: boolean
  /** The Idempotency-Key that it holds. */
  key?: string
  /** Something was injected into it, so an error of it is no surprise. */
  isDisturbed: boolean
}

type Waiting = { task: Task; wake: () => void; untilStep: number }

/**
 * Decides which task goes on. One task that runs alone never waits; several at once meet at every trip and call, and the seed
 * says who goes on. Nothing else in the process is asynchronous, so a history replays exactly.
 */
export function schedulerOf(random: Random) {
  const ready: Waiting[] = []
  const parked: Waiting[] = []
  let isInterleaved = false
  let step = 0

  const wait = (queue: Waiting[], task: Task, untilStep: number) =>
    new Promise<void>((resolve, reject) => {
      queue.push({ task, untilStep, wake: () => (task.isDead ? reject(new Crash()) : resolve()) })
    })
  const oneTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

  return {
    /** A point where another task may come first. */
    async turn(task: Task): Promise<void> {
      if (task.isDead) throw new Crash()
      if (isInterleaved) await wait(ready, task, step)
    },
    /** The call takes long: others go on meanwhile. */
    park: (task: Task, steps: number): Promise<void> => wait(parked, task, step + steps),
    parkedCount: () => parked.length,
    /** The next step; wakes the slow whose time has come, or all of them. @returns how many woke */
    advance(all = false): number {
      step++
      const woken = parked.filter(({ untilStep, task }) => all || untilStep <= step || task.isDead)
      for (const one of woken) parked.splice(parked.indexOf(one), 1)
      ready.push(...woken)
      return woken.length
    },
    interleave(on: boolean) {
      isInterleaved = on
    },
    /** Lets everybody go on until they have ended or wait for something slow. */
    async settle(): Promise<void> {
      for (;;) {
        await oneTurn()
        if (ready.length === 0) return
        const [next] = ready.splice(ready.length === 1 ? 0 : random.below(ready.length), 1)
        next?.wake()
      }
    },
    /** The whole process dies. */
    killAll(): void {
      for (const { task } of [...ready, ...parked]) task.isDead = true
      ready.push(...parked.splice(0))
    },
  }
}
export type Scheduler = ReturnType<typeof schedulerOf>
