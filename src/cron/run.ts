import { asService, type Ctx } from '../domain/core/context.ts'
import type { Env } from '../env.ts'
import { report, withFacts } from '../kernel/report.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { contextOf } from '../platform-context.ts'
import { CRON, type Jobs } from './table.ts'
import { newTick, TICK_MS, type Tick } from './tick.ts'

/** What the last stage has of a run, however long the others take. */
const LAST_STAGE_MS = 5 * SECOND_MS

/** Runs the jobs of one expression until nothing is due or the run is over. */
export function runCron(expression: string, env: Env, execution: Pick<ExecutionContext, 'waitUntil'>): Promise<void> {
  return withFacts({ mode: env.MODE, cron: expression }, async () => {
    const ctx = asService(
      contextOf(env, (work) => execution.waitUntil(work)),
      'cron',
    )
    const startedAt = Date.now()
    await runStages(ctx, CRON[expression] ?? [], (isLast) =>
      newTick(isLast ? TICK_MS : TICK_MS - LAST_STAGE_MS, startedAt),
    )
  })
}

/** One stage after the other; the jobs of a stage beside each other, each on its own: one that fails is logged. */
export async function runStages(ctx: Ctx, stages: Jobs[], tickOf: (isLast: boolean) => Tick): Promise<void> {
  for (const [i, jobs] of stages.entries()) {
    const tick = tickOf(i === stages.length - 1)
    await Promise.all(
      Object.entries(jobs).map(([name, job]) =>
        withFacts({ job: name }, async () => {
          try {
            while ((await job(ctx, tick)) && tick.hasTime());
          } catch (error) {
            report('job failed', {}, error)
          }
        }),
      ),
    )
  }
}
