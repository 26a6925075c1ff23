import type { Ctx } from '../domain/core/context.ts'
import { dueOrders, moveDueOrder } from '../domain/orders/orders/move-due.ts'
import { each } from './each.ts'

/** Orders that wait for somebody who did not answer in time move on by themselves. */
export const moveOrders = async (ctx: Ctx): Promise<number> =>
  each('moveOrders', await dueOrders(ctx), ({ id }) => moveDueOrder(ctx, id))
