import { asService, type Ctx } from '../domain/core/context.ts'
import type { Env } from '../env.ts'
import { report, withFacts } from '../kernel/report.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { contextOf } from '../platform-context.ts'
import { type JobRun, startHeartbeat } from './heartbeat.ts'
import { CRON, type Job, type Jobs } from './table.ts'
import { newTick, type Outcome, TICK_MS, type Tick } from './tick.ts'

/** Time that a run keeps for its last stage, however long the others take. */
const LAST_STAGE_MS = 5 * SECOND_MS

/** Runs the jobs of one expression until nothing is due or the run is over. */
export function runCron(
  expression: string,
  env: Env,
  execution: Pick<ExecutionContext, 'waitUntil' | 'cache'>,
): Promise<void> {
  return withFacts({ mode: env.MODE, cron: expression }, async () => {
    const ctx = asService(
      contextOf(env, (work) => execution.waitUntil(work), undefined, execution.cache),
      'cron',
    )
    const startedAt = Date.now()
    await runStages(ctx, expression, (isLast) => newTick(isLast ? TICK_MS : TICK_MS - LAST_STAGE_MS, startedAt))
  })
}

/**
 * One stage after the other; the jobs of a stage beside each other, each on its own: one that fails is logged. How each went
 * is kept when its stage is done, and when all are that the tick came to its end (docs/operating.md, Heartbeats).
 */
export async function runStages(
  ctx: Ctx,
  expression: string,
  tickOf: (isLast: boolean) => Tick,
  table: Record<string, Jobs[]> = CRON,
): Promise<void> {
  const stages = table[expression] ?? []
  const clock = tickOf(true)
  const startedAt = clock.now()
  const heartbeat = await startHeartbeat(ctx, expression, namesIn(table))
  let left = 0
  for (const [i, jobs] of stages.entries()) {
    const isLast = i === stages.length - 1
    const tick = isLast ? clock : tickOf(false)
    const runs = await Promise.all(
      Object.entries(jobs).map(([name, job]) => withFacts({ job: name }, () => runJob(ctx, tick, name, job))),
    )
    left += runs.reduce((sum, run) => sum + run.left, 0)
    const whole = { job: expression, startedAt, durationMs: clock.now() - startedAt, left, isFailing: false }
    await heartbeat.keep(runs, ...(isLast ? [whole] : []))
  }
}

const namesIn = (table: Record<string, Jobs[]>) =>
  Object.entries(table).flatMap(([expression, stages]) => [expression, ...stages.flatMap((jobs) => Object.keys(jobs))])

/** A job share by share while there is more and time is left. */
async function runJob(ctx: Ctx, tick: Tick, name: string, job: Job): Promise<JobRun> {
  const startedAt = tick.now()
  const done: Outcome = { left: 0, failed: 0, worked: 0 }
  const own: Tick = { ...tick, note: (outcome) => void Object.assign(done, outcome) }
  try {
    let share = await job(ctx, own)
    let shares = 0
    while (share && tick.hasTime()) {
      shares++
      share = await job(ctx, own)
    }
    // As much again may be left as the last share took.
    if (typeof share === 'number' && share > 0) Object.assign(done, { left: share, worked: 1 })
    if (shares > 0) done.worked = 1
  } catch (error) {
    report('job failed', {}, error)
    done.failed = 1
  }
  const { left, failed, worked } = done
  const durationMs = tick.now() - startedAt
  return { job: name, startedAt, durationMs, left, isFailing: failed > 0, hasWorked: worked > 0 }
}
