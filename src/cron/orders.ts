import type { Ctx } from '../domain/core/context.ts'
import { dueOrders, moveDueOrder, putOffStopped } from '../domain/orders/orders/clock/move-due.ts'
import { drain, type Tick } from './tick.ts'

/** Orders that wait for somebody who did not answer in time move on by themselves. */
export async function moveOrders(ctx: Ctx, tick: Tick): Promise<void> {
  await putOffStopped(ctx)
  await drain(tick, 'moveOrders', {
    due: (limit) => dueOrders(ctx, limit),
    work: ({ id }) => moveDueOrder(ctx, id),
    callsOutside: true,
  })
}
