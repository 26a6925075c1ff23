import { forgetWords } from '../domain/catalogue/products/clock/forget-words.ts'
import type { Ctx } from '../domain/core/context.ts'
import { forgetIndexedWords } from '../domain/people/erasure/forget-indexed-words.ts'
import { newTick, type Tick } from './tick.ts'

/** Words of names that nobody sells under any more are forgotten, and in the indexes those of people who were erased. */
export async function forgetUnsoldWords(ctx: Ctx, tick: Tick = newTick()): Promise<void> {
  await forgetIndexedWords(ctx, () => tick.hasTime())
  await forgetWords(ctx, () => tick.hasTime())
}
