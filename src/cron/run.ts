import { asService } from '../domain/core/context.ts'
import type { Env } from '../env.ts'
import { contextOf } from '../platform-context.ts'
import { CRON } from './table.ts'

/** Runs the jobs of one expression, each on its own: one that fails is logged, and the others still run. */
export async function runCron(
  expression: string,
  env: Env,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<void> {
  for (const [name, job] of Object.entries(CRON[expression] ?? {})) {
    try {
      await job(
        asService(
          contextOf(env, (work) => execution.waitUntil(work)),
          'cron',
        ),
      )
    } catch (error) {
      console.error(JSON.stringify({ job: name, error: error instanceof Error ? error.name : 'error' }))
    }
  }
}
