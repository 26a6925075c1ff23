import type { Ctx } from '../domain/core/context.ts'
import { expireCopy, overCopies, sweepArchives } from '../domain/people/copy/progress.ts'
import { dueCopies, runCopy } from '../domain/people/copy/run.ts'
import { drain, type Tick } from './tick.ts'

/** Statements and files that all copies of one run may read: D1 allows 1,000 queries in a run, which other jobs share. */
const BUDGET = 250

/** Goes on with copies of people's data, one after the other: only one at a time lies in memory. */
export const runCopies = (ctx: Ctx, tick: Tick): Promise<void> => {
  const budget = { left: BUDGET, hasTime: tick.hasTime }
  return drain(tick, 'runCopies', {
    due: () => dueCopies(ctx, budget),
    work: ({ id }) => runCopy(ctx, id, budget),
  })
}

/** Ends copies whose seven days are over; the job after this one removes their archives. */
export async function expireCopies(ctx: Ctx, tick: Tick): Promise<void> {
  await drain(tick, 'expireCopies', {
    due: (limit) => overCopies(ctx, limit),
    work: ({ id }) => expireCopy(ctx, id),
  })
  await sweepArchives(ctx)
}
