import { forgetDeleted } from '../domain/catalogue/products/clock/forget-deleted.ts'
import type { Ctx } from '../domain/core/context.ts'
import { newTick, type Tick } from './tick.ts'

/** Empties products that their sellers deleted 30 days ago, some at a time. */
export const forgetDeletedProducts = (ctx: Ctx, tick: Tick = newTick()): Promise<void> =>
  forgetDeleted(ctx, () => tick.hasTime())
