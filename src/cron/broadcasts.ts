import type { Ctx } from '../domain/core/context.ts'
import { dueBroadcasts, runBroadcast } from '../domain/office/notifications/run-broadcast.ts'
import { drain, type Tick } from './tick.ts'

/** Sends the broadcasts of the team, to some people of each in turn. */
export const runBroadcasts = (ctx: Ctx, tick: Tick): Promise<void> =>
  drain(tick, 'runBroadcasts', {
    due: (limit) => dueBroadcasts(ctx, limit),
    work: ({ id }) => runBroadcast(ctx, id, tick.hasTime),
  })
