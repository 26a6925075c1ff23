import type { Ctx } from '../domain/core/context.ts'
import { dueBroadcasts, runBroadcast } from '../domain/office/notifications/run-broadcast.ts'
import { drain, type Tick } from './tick.ts'

/** What the team tells many comes to them, some people of each broadcast in turn. */
export const runBroadcasts = (ctx: Ctx, tick: Tick): Promise<void> =>
  drain(tick, 'runBroadcasts', {
    due: (limit) => dueBroadcasts(ctx, limit),
    work: ({ id }) => runBroadcast(ctx, id, tick.hasTime),
  })
