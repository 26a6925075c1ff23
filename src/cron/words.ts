import { forgetWords } from '../domain/catalogue/products/forget-words.ts'
import type { Ctx } from '../domain/core/context.ts'
import { newTick, type Tick } from './tick.ts'

/** Words of names that nobody sells under any more are forgotten. */
export const forgetUnsoldWords = (ctx: Ctx, tick: Tick = newTick()): Promise<void> =>
  forgetWords(ctx, () => tick.hasTime())
