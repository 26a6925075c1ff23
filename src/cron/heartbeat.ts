import type { Ctx } from '../domain/core/context.ts'
import { beginTick, keepRuns, type Run } from '../domain/office/platform/heartbeats.ts'
import { report } from '../kernel/report.ts'
import { MINUTE_MS } from '../kernel/time.ts'

/** A job that has nothing to do says no more often than this that it runs. */
const IDLE_EVERY_MS = 10 * MINUTE_MS

/** The outcome of one run of a job. */
export type JobRun = Run & {
  /** There was something to do. */
  hasWorked: boolean
}

export type Heartbeat = {
  /** Keeps what these jobs did, as far as it is news: of an idle stage mostly nothing, and then it makes no trip. */
  keep(jobs: JobRun[], ...ticks: Run[]): Promise<void>
}

/** The heartbeat of one tick. What cannot be written is logged: no job fails of it. */
export async function startHeartbeat(ctx: Ctx, expression: string, all: string[]): Promise<Heartbeat> {
  const known = await quietly(() => beginTick(ctx, expression, all))
  const isNews = ({ job, startedAt, isFailing, left, hasWorked }: JobRun) => {
    const last = known?.get(job)
    const isOld = !last?.succeededAt || last.succeededAt <= startedAt - IDLE_EVERY_MS
    return isFailing || hasWorked || left > 0 || isOld || last.failing
  }
  return {
    async keep(jobs, ...ticks) {
      const runs = [...jobs.filter(isNews).map(({ hasWorked: _, ...run }) => run), ...ticks]
      if (runs.length > 0) await quietly(() => keepRuns(ctx, runs))
    },
  }
}

async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    report('heartbeat not kept', {}, error)
    return undefined
  }
}
