import type { Ctx } from '../domain/core/context.ts'
import { renewPrices } from '../domain/money/rates/price-rates.ts'
import { newTick, type Tick } from './tick.ts'

/** Prices are compared at the rate in force, some products after the others. */
export const comparePrices = (ctx: Ctx, tick: Tick = newTick()): Promise<void> => renewPrices(ctx, () => tick.hasTime())
