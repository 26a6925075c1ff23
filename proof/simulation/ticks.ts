import { runStages } from '#cron/run.ts'
import { newTick } from '#cron/tick.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fault, type Simulation } from './simulation.ts'

/** Time in which a run may begin new work, in ms: the service's own time, and less, so that more is due than it takes. */
const TICKS_MS = [25_000, 25_000, 8000, 2000]

/** The jobs of one expression, as the service runs them, on the simulation's clock: their calls outside take time. */
export function runJobs(simulation: Simulation, ctx: Ctx, expression: string): Promise<void> {
  const startedAt = simulation.now
  const ms = simulation.random.pick(TICKS_MS)
  return runStages(ctx, expression, (isLast) => ({
    ...newTick(Number.POSITIVE_INFINITY),
    now: () => simulation.now,
    hasTime() {
      const isOver = simulation.now - startedAt >= (isLast ? ms : ms * 0.8)
      if (isOver) fault(simulation, 'tick.outOfTime')
      return !isOver
    },
  }))
}
